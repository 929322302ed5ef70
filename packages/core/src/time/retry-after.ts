/** The time in a header `Retry-After`, in milliseconds from now: seconds, or a date. 0 if there is none. */
export function parseRetryAfter(header: string | null, nowMs: number): number {
  const text = header ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return ms > 0 ? ms : 0
}
