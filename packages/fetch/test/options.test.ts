import { allowAll, createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { cors as useCors } from '../src/cors.ts'
import { fullcalendar } from '../src/fullcalendar.ts'
import { createHandler, toProblem } from '../src/index.ts'
import { toNodeListener, toNodeMiddleware } from '../src/node.ts'

// Untyped callers can pass any value.
// biome-ignore lint/suspicious/noExplicitAny: this test passes options of any shape.
type Untyped = any

const calendar = createCalendar({ store: memoryStore() })
const access = allowAll()
const handler = createHandler(calendar, { access })
const cors: Untyped = { origins: '*', maxAge: 5 }

test.each<[string, () => unknown]>([
  ['createHandler has no option publicURL. Is it publicUrl?', () => createHandler(calendar, { access, publicURL: 'x' } as Untyped)],
  ['cors has no option maxAge. It has: origins, credentials, maxAgeSeconds.', () => useCors(cors)],
  ['cors takes its options as an object, not *', () => useCors('*' as Untyped)],
  ['fullcalendar has no option color. Is it colors?', () => fullcalendar({ color: 1 } as Untyped)],
  ['toNodeListener has no option replaceGlobal. Is it replaceGlobals?', () => toNodeListener(handler, { replaceGlobal: 1 } as Untyped)],
  ['toNodeMiddleware has no option globals. It has: replaceGlobals.', () => toNodeMiddleware(handler, { globals: 1 } as Untyped)],
  ['toProblem has no option kinds. Is it kind?', () => toProblem(new Error('x'), { kinds: 'event' } as Untyped)],
])('%s', (message, call) => {
  expect(call).toThrow(new TypeError(message))
})
