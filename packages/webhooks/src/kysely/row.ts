import type { EndpointPatch, StoredEndpoint } from '../store/endpoint.ts'

/** A row of the table of endpoints. */
export interface EndpointRow {
  readonly id: string
  readonly url: string
  readonly events: string
  readonly actor: string
  readonly secrets: string
  readonly created_ms: number
  readonly disabled: string
  readonly log_cursor: number
  readonly published_until_ms: number
  readonly failures: number
  readonly next_at_ms: number
  readonly lease_until_ms: number
  readonly last_error: string
}

/** Converts the members of an endpoint to columns; members that are missing, or undefined, stay missing. */
export function toRow(patch: EndpointPatch & Partial<Pick<StoredEndpoint, 'id' | 'createdMs'>>): Partial<EndpointRow> {
  const { events, actor, secrets, disabled } = patch
  const row: { readonly [C in keyof EndpointRow]: EndpointRow[C] | undefined } = {
    id: patch.id,
    url: patch.url,
    events: events && JSON.stringify(events),
    actor: actor === undefined ? undefined : JSON.stringify(actor),
    secrets: secrets && JSON.stringify(secrets),
    created_ms: patch.createdMs,
    disabled: disabled === undefined ? undefined : (disabled ?? ''),
    log_cursor: patch.cursor,
    published_until_ms: patch.publishedUntilMs,
    failures: patch.failures,
    next_at_ms: patch.nextAtMs,
    lease_until_ms: patch.leaseUntilMs,
    last_error: patch.lastError,
  }
  // The entries that are left have the types of their columns.
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<EndpointRow>
}

/** Converts a row to an endpoint. Drivers return large integers as numbers, texts or bigints. */
export function toEndpoint(row: EndpointRow): StoredEndpoint {
  return {
    id: row.id,
    url: row.url,
    // These three texts were written by `toRow`.
    events: JSON.parse(row.events) as StoredEndpoint['events'],
    actor: JSON.parse(row.actor) as StoredEndpoint['actor'],
    secrets: JSON.parse(row.secrets) as StoredEndpoint['secrets'],
    createdMs: Number(row.created_ms),
    disabled: row.disabled === '' ? null : (row.disabled as StoredEndpoint['disabled']),
    cursor: Number(row.log_cursor),
    publishedUntilMs: Number(row.published_until_ms),
    failures: Number(row.failures),
    nextAtMs: Number(row.next_at_ms),
    leaseUntilMs: Number(row.lease_until_ms),
    lastError: row.last_error,
  }
}
