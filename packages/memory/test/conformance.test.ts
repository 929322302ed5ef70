import { registerConformance } from '@kalends/testing/conformance'
import { describe, test } from 'vitest'
import { memoryStore } from '../src/index.ts'

registerConformance({ name: 'memory', createStore: async () => ({ store: memoryStore(), close() {} }), describe, test })
