import { openTelemetry } from '@kalends/core/otel'
import { memoryStore } from '@kalends/memory'
import { registerConformance } from '@kalends/testing/conformance'
import * as api from '@opentelemetry/api'
import { describe, test } from 'vitest'
import { collect } from './collect.ts'

registerConformance({
  name: 'a store in traces',
  createStore: async () => {
    collect()
    return { store: openTelemetry(api).calendar.store(memoryStore()), close() {} }
  },
  describe,
  test,
})
