import { type BaseRecord, type HttpError, useCreate, useDelete, useUpdate } from '@refinedev/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Conflicts, type Plan } from './conflicts.tsx'
import type { Resource, Scope, WriteMeta } from './data-provider.ts'
import { Input, ScopeChoice } from './inputs.tsx'
import { type Field, kinds } from './kinds.ts'
import { saying } from './notices.tsx'

interface RecordFormProps {
  readonly resource: Resource
  /** The record that is edited; none for a new one. */
  readonly record?: BaseRecord
  /** Reads the record again. */
  readonly onReload?: () => void
}

type Values = Readonly<Record<string, unknown>>

/** The value of a field as the client takes it. */
function readField({ name, type }: Field, data: FormData): unknown {
  // Forms end lines with two characters.
  const value = String(data.get(name) ?? '').replaceAll('\r\n', '\n')
  if (type === 'check') return value === 'true'
  if (type === 'records') return data.getAll(name).map((id) => ({ id: Number(id) }))
  if (name === 'recurrence') return value === '' ? null : { rule: value }
  return type === 'datetime-local' ? value.replace('T', ' ') : value
}

const readFields = (fields: readonly Field[], form: HTMLFormElement): Values => {
  const data = new FormData(form)
  return Object.fromEntries(fields.map((field) => [field.name, readField(field, data)]))
}

/** What differs. A start goes with its end, because one alone would change the length. */
function changesOf(before: Values, after: Values): Values {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const isMoved = changed.includes('startDate') || changed.includes('endDate')
  return Object.fromEntries([...new Set([...changed, ...(isMoved ? ['startDate', 'endDate'] : [])])].map((name) => [name, after[name]]))
}

function toPlan(form: HTMLFormElement): Plan {
  const data = new FormData(form)
  const [startDate, endDate, timeZone] = ['startDate', 'endDate', 'timeZone'].map((name) => String(data.get(name) ?? ''))
  return { startDate: startDate ?? '', endDate: endDate ?? '', timeZone: timeZone ?? '', venueIds: data.getAll('venues').map(Number) }
}

/** The form of a record: only what was changed is sent, with the version that was read. */
export function RecordForm({ resource, record, onReload }: RecordFormProps) {
  const { one, fields, hasTrash } = kinds[resource]
  const form = useRef<HTMLFormElement>(null)
  const [before, setBefore] = useState<Values>({})
  const [plan, setPlan] = useState<Plan>()
  useEffect(() => {
    if (form.current === null) return
    if (record !== undefined) setBefore(readFields(fields, form.current))
    if (resource === 'events') setPlan(toPlan(form.current))
  }, [record, fields, resource])
  const { send, remove, error, isPending } = useWrites(resource, record)
  // The data provider gives the messages of each field as a list.
  const errors = (error?.errors ?? {}) as Readonly<Record<string, readonly string[]>>
  // The series itself is always changed as a whole.
  const isDate = Boolean(record?.recurrence?.id)

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    send(changesOf(before, readFields(fields, event.currentTarget)), scopeOf(event.currentTarget, isDate))
  }
  return (
    <form ref={form} noValidate onSubmit={submit} onChange={({ currentTarget }) => plan && setPlan(toPlan(currentTarget))}>
      {fields.map((field) => {
        const records = field.type === 'records' ? record?.[field.name] : []
        const value = record && (field.value ?? (({ [field.name]: member }) => String(member ?? '')))(record)
        return <Input key={field.name} field={field} value={value ?? ''} records={records} errors={errors[field.name] ?? []} />
      })}
      {plan && <Conflicts plan={plan} id={Number(record?.id ?? 0)} />}
      {isDate && <ScopeChoice errors={errors['scope'] ?? []} />}
      {isDate && <Link to={`/events/edit/${record?.recurrence.seriesId}`}>The series itself</Link>}
      {error && (
        <div role="alert">
          {error.message}
          {error['code'] === 'version_conflict' && (
            <button type="button" onClick={onReload}>
              Load the newer version instead of mine
            </button>
          )}
        </div>
      )}
      <div className="buttons">
        <button type="submit" disabled={isPending}>
          Save
        </button>
        {record && (
          <button type="button" disabled={isPending} onClick={() => remove(!hasTrash, scopeOf(form.current, isDate))}>
            {hasTrash ? 'Put into the trash' : `Delete this ${one} for good`}
          </button>
        )}
      </div>
    </form>
  )
}

const scopeOf = (form: HTMLFormElement | null, isDate: boolean): WriteMeta =>
  isDate && form !== null ? { scope: String(new FormData(form).get('scope')) as Scope } : {}

/** Saves and removes a record, and goes back to the list. The list is read again, and each record when it is opened. */
function useWrites(resource: Resource, record: BaseRecord | undefined) {
  const navigate = useNavigate()
  const create = useCreate()
  const update = useUpdate()
  const removal = useDelete()
  const common = { resource, invalidates: ['list' as const], errorNotification: false as const }
  const done = { onSuccess: () => navigate(`/${resource}`) }
  const meta = (more: WriteMeta): WriteMeta => ({ version: record?.version, ...more })
  const last = [removal, update, create].find(({ mutation }) => mutation.error !== null)
  return {
    send: (values: Values, more: WriteMeta): void => {
      if (record === undefined) create.mutate({ ...common, values }, done)
      else update.mutate({ ...common, id: Number(record.id), values, meta: meta(more), mutationMode: 'pessimistic' }, done)
    },
    remove: (forever: boolean, more: WriteMeta): void => {
      if (forever && !confirm('Delete it for good?')) return
      const how = { meta: meta({ forever, ...more }), mutationMode: 'pessimistic' as const }
      removal.mutate({ ...common, ...how, ...saying(forever ? 'It is deleted.' : 'It is in the trash.'), id: Number(record?.id) }, done)
    },
    error: last?.mutation.error as HttpError | undefined,
    isPending: [create, update, removal].some(({ mutation }) => mutation.isPending),
  }
}
