import { join } from 'node:path'
import type { Worker } from './workerd.ts'

/** The example of a worker, with two calendars. */
export const example: Worker = {
  entry: join(import.meta.dirname, '../../examples/worker/durable-object.ts'),
  className: 'CalendarObject',
  texts: { NAMES: 'north south', PUBLIC_URL: 'http://127.0.0.1:8787', EDITOR_KEY: 'editor-of-the-example' },
}
