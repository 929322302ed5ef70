import { type BaseRecord, useList } from '@refinedev/core'
import { useId, useState } from 'react'
import type { Resource, Scope } from './data-provider.ts'
import { type Field, nameOf } from './kinds.ts'

interface InputProps {
  readonly field: Field
  /** The value at first. */
  readonly value?: string
  /** The records that are chosen at first. */
  readonly records?: readonly BaseRecord[]
  /** What is wrong with it. */
  readonly errors?: readonly string[]
}

/** A labelled input, with its hint and its issues. The form reads its value by its name. */
export function Input({ field, value = '', records = [], errors = [] }: InputProps) {
  const id = useId()
  const { name, label, type = 'text', hint } = field
  if (type === 'records') return <RecordsInput field={field} chosen={records} errors={errors} />
  const props = {
    id,
    name,
    'aria-describedby': `${id}-hint`,
    'aria-invalid': errors.length > 0 || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {type === 'select' && <Select {...props} options={field.options ?? []} value={value} />}
      {type === 'area' && <textarea {...props} defaultValue={value} rows={4} />}
      {type === 'check' && <input {...props} type="checkbox" value="true" defaultChecked={value === 'true'} />}
      {type === 'zone' && <ZoneInput {...props} value={value} />}
      {['text', 'url', 'email', 'datetime-local'].includes(type) && <input {...props} type={type} defaultValue={value} />}
      <p id={`${id}-hint`}>
        {hint} <Issues errors={errors} />
      </p>
    </div>
  )
}

interface OneInputProps {
  readonly id: string
  readonly name: string
  readonly value: string
}

/** A value that is no option, such as a scheduled publication, stays one. */
function Select({ options, value, ...props }: OneInputProps & { readonly options: NonNullable<Field['options']> }) {
  const isKnown = value === '' || options.some(([option]) => option === value)
  return (
    <select {...props} defaultValue={value || options[0]?.[0]}>
      {(isKnown ? options : [...options, [value, value] as const]).map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  )
}

function ZoneInput({ value, ...props }: OneInputProps) {
  const zone = value || Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <input {...props} defaultValue={zone} list="zones" />
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** Check boxes of the chosen records, and of the first ones that a search finds. */
function RecordsInput({ field, chosen, errors }: { field: Field; chosen: readonly BaseRecord[]; errors: readonly string[] }) {
  const [picked, setPicked] = useState(chosen)
  const [search, setSearch] = useState('')
  const { result } = useList({
    resource: field.resource as Resource,
    filters: [{ field: 'search', operator: 'eq', value: search }],
    sorters: [{ field: 'name', order: 'asc' }],
    pagination: { pageSize: 6 },
  })
  const others = result.data.filter(({ id }) => picked.every((one) => one.id !== id))
  const toggle = (record: BaseRecord) => setPicked(picked.includes(record) ? picked.filter((one) => one !== record) : [...picked, record])
  return (
    <fieldset aria-invalid={errors.length > 0 || undefined}>
      <legend>{field.label}</legend>
      <Issues errors={errors} />
      <input
        type="search"
        aria-label={`Find ${field.label}`}
        placeholder="Find"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        // Enter would save the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {[...picked, ...others].map((record) => (
        <label key={record.id}>
          <input type="checkbox" name={field.name} value={record.id} checked={picked.includes(record)} onChange={() => toggle(record)} />
          {nameOf(record)}
        </label>
      ))}
    </fieldset>
  )
}

/** What is wrong with a field, in red. */
export function Issues({ errors }: { readonly errors: readonly string[] }) {
  return errors.map((error) => (
    <strong key={error} className="issue">
      {error}
    </strong>
  ))
}

const scopes: readonly (readonly [Scope, string])[] = [
  ['this', 'This date'],
  ['following', 'This and all later ones'],
  ['all', 'All dates'],
]

/** Asks how much of a series a write is for. */
export function ScopeChoice({ errors = [], choices = scopes }: { errors?: readonly string[]; choices?: typeof scopes }) {
  return (
    <fieldset>
      <legend>What the change is for</legend>
      <Issues errors={errors} />
      {choices.map(([scope, label]) => (
        <label key={scope}>
          <input type="radio" name="scope" value={scope} defaultChecked={scope === 'this'} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
