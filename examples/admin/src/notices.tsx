import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import { useSyncExternalStore } from 'react'

let last: OpenNotificationParams | undefined
const listeners = new Set<() => void>()

function show(notice: OpenNotificationParams | undefined): void {
  last = notice
  for (const listener of listeners) listener()
}

/** Keeps the last notice of Refine, which {@link Notices} shows. */
export const notificationProvider: NotificationProvider = { open: show, close: () => show(undefined) }

/** The option of a write for what is said when it has succeeded. */
export const saying = (message: string) => ({ successNotification: { type: 'success' as const, message } })

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the last write did, also for screen readers. */
export function Notices() {
  const notice = useSyncExternalStore(subscribe, () => last)
  // An error has the reason of the service as its description.
  const text = notice?.type === 'error' ? (notice.description ?? notice.message) : notice?.message
  return (
    <p role="status" className={notice ? `notice ${notice.type}` : ''}>
      {text}
    </p>
  )
}
