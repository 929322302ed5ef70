import { useInvalidate, useNotification } from '@refinedev/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { historyLength, type Resource } from './data-provider.ts'
import { provider } from './provider.ts'

interface HistoryProps {
  readonly resource: Resource
  readonly id: number
  /** The version that the page shows. */
  readonly version: number
}

const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value)) || 'nothing'

/** Who has changed what, and the way back to an earlier version. */
export function History({ resource, id, version }: HistoryProps) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['history', resource, id, version],
    queryFn: ({ pageParam }) => provider.history(resource, id, pageParam),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < historyLength ? undefined : page.at(-1)?.seq),
  })
  const invalidate = useInvalidate()
  const { open } = useNotification()
  const { mutate, isPending } = useMutation({
    mutationFn: (to: number) => provider.revert(resource, id, to, version),
    onSuccess: (missing) => {
      const lost = missing.length > 0 ? `, without some of its ${missing.join(', ')}, which are gone` : ''
      open?.({ type: 'success', message: `It is as it was${lost}.` })
    },
    onError: ({ message }) => open?.({ type: 'error', message }),
    onSettled: () => invalidate({ resource, invalidates: ['resourceAll'] }),
  })
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol>
        {data?.pages.flat().map((entry) => (
          <li key={entry.seq}>
            Version {entry.version}: {entry.verb} {entry.actor && `by ${entry.actor}`} at {entry.at} UTC
            <ul>
              {Object.entries(entry.changes).map(([name, { from, to }]) => (
                <li key={name}>
                  {name}: {toText(from)} became {toText(to)}
                </li>
              ))}
            </ul>
            {entry.version < version && (
              <button type="button" disabled={isPending} onClick={() => mutate(entry.version)}>
                Back to version {entry.version}
              </button>
            )}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" onClick={() => fetchNextPage()}>
          Show earlier changes
        </button>
      )}
    </section>
  )
}
