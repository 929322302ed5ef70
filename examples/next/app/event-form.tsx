'use client'

import { isCalendarError } from '@kalends/client'
import { createEventMutation, updateEventMutation } from '@kalends/client/query'
import type { Event } from '@kalends/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef } from 'react'
import { useShared } from './providers.tsx'

const names = ['title', 'startDate', 'endDate', 'allDay', 'venues', 'categories', 'cost'] as const

type Name = (typeof names)[number]

const types: Readonly<Partial<Record<Name, string>>> = { startDate: 'datetime-local', endDate: 'datetime-local', allDay: 'checkbox' }

/** What the fields show of an event. */
const valuesOf = (event: Event | undefined): Readonly<Record<Name, string>> => ({
  title: event?.title ?? '',
  startDate: event?.startDate.slice(0, 16) ?? '',
  endDate: event?.endDate.slice(0, 16) ?? '',
  allDay: event?.allDay ? 'on' : '',
  venues: event?.venues[0]?.name ?? '',
  categories: event?.categories.map(({ name }) => name).join(', ') ?? '',
  cost: event?.cost.text ?? '',
})

/** The input of an event that the fields make. */
function toInput(fields: FormData) {
  const read = (name: Name): string => String(fields.get(name) ?? '').trim()
  return {
    ...{ title: read('title'), startDate: read('startDate'), endDate: read('endDate'), allDay: fields.has('allDay'), cost: read('cost') },
    venues: read('venues') === '' ? [] : [{ name: read('venues') }],
    categories: read('categories')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  }
}

/** Creates an event, or changes one. What the service refuses stands at the fields, in the language of the page. */
export function EventForm({ event }: { event: Event | undefined }) {
  const { client, language, text } = useShared()
  const router = useRouter()
  const values = valuesOf(event)
  const form = useRef<HTMLFormElement>(null)
  // Another key forgets the messages of the last attempt, which are in the language of the page that it was made on.
  const mutationKey = ['save', language]
  const create = useMutation({ ...createEventMutation(client), mutationKey })
  const update = useMutation({ ...updateEventMutation(client), mutationKey })
  const { error, isPending } = event ? update : create
  const issues = isCalendarError(error, 'invalid_input') ? error.details.issues : []
  const messageOf = (name: string): string | undefined => issues.find(({ path }) => path.split(/[.[]/)[0] === name)?.message

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [error])

  const save = (submitted: FormEvent<HTMLFormElement>): void => {
    submitted.preventDefault()
    const fields = new FormData(submitted.currentTarget)
    const input = toInput(fields)
    // What stays as it is must not be sent: an event may have several venues, and the form shows one.
    const changed: Partial<typeof input> = { ...input }
    for (const name of names) if ((fields.get(name) ?? '') === values[name]) delete changed[name]
    const onSuccess = ({ slug }: Event): void => router.push(`/events/${encodeURIComponent(slug)}`)
    if (event) update.mutate({ ref: event.id, input: changed, version: event.version }, { onSuccess })
    else create.mutate(input, { onSuccess })
  }
  return (
    <form ref={form} className="event" onSubmit={save} noValidate>
      {error && !names.some(messageOf) && (
        <p role="alert" tabIndex={-1}>
          {isCalendarError(error) && error.status !== undefined ? error.message : text('unreachable')}
        </p>
      )}
      {names.map((name) => {
        const message = messageOf(name)
        return (
          <p key={name}>
            <label htmlFor={name}>{text(name)}</label>
            <input
              {...{ id: name, name, type: types[name] ?? 'text', 'aria-invalid': message !== undefined }}
              {...(types[name] === 'checkbox' ? { defaultChecked: values[name] !== '' } : { defaultValue: values[name] })}
              {...(message !== undefined && { 'aria-describedby': `${name}-issue` })}
            />
            {message !== undefined && (
              <span id={`${name}-issue`} className="issue">
                {text(name)} {message}.
              </span>
            )}
          </p>
        )
      })}
      <button type="submit" disabled={isPending}>
        {text('save')}
      </button>
    </form>
  )
}
