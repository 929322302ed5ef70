/**
 * Ranks hostile bodies by the processor time of one write, in milliseconds per MiB of body:
 *
 *     node --conditions @kalends/source packages/fetch/test/work/rank-bodies.ts [pattern of names] [escape|sanitize] [rows]
 */
import { allowAll, createCalendar } from '@kalends/core'
import { sanitizeHtml } from '@kalends/core/sanitize-html'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { hostileBodies } from './hostile-bodies.ts'

const only = process.argv[2] ? new RegExp(process.argv[2]) : /./
const rows: { setting: string; name: string; ms: number; status: number; mib: number }[] = []
for (const [setting, options] of [
  ['escape', {}],
  ['sanitize', { sanitizeHtml }],
] as const) {
  if (process.argv[3] && process.argv[3] !== setting) continue
  for (const { name, json } of hostileBodies) {
    if (!only.test(name)) continue
    const mib = Buffer.byteLength(json) / 1_048_576
    let best = Infinity
    let status = 0
    for (let run = 0; run < 2; run++) {
      const handler = createHandler(createCalendar({ store: memoryStore(), ...options }), { access: allowAll() })
      const request = new Request(`http://h/calendar/events/v1/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: json,
      })
      const from = process.cpuUsage()
      const response = await handler(request)
      await response.arrayBuffer()
      status = response.status
      const used = process.cpuUsage(from)
      best = Math.min(best, (used.user + used.system) / 1000)
      if (best < 300) break
    }
    rows.push({ setting, name, ms: best / Math.max(mib, 0.25), status, mib })
  }
}
rows.sort((a, b) => b.ms - a.ms)
for (const { setting, name, ms, status, mib } of rows.slice(0, Number(process.argv[4] ?? 60)))
  console.log(`${ms.toFixed(0).padStart(7)} ms/MiB ${mib.toFixed(2)} ${status} ${setting} ${name}`)
