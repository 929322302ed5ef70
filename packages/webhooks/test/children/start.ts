import { createCalendar, publicReadOnly } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { createWebhooks, memoryWebhooks } from '../../src/index.ts'

// Starts a delivery and does nothing else: the process ends by itself.
const calendar = createCalendar({ store: memoryStore() })
createWebhooks(calendar, { store: memoryWebhooks(), access: publicReadOnly(), fetch }).start()
