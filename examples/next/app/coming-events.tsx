'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { type FormEvent, useEffect, useRef } from 'react'
import { comingEvents } from '../lib/coming-events.ts'
import { EventList } from './event-list.tsx'
import { useShared } from './providers.tsx'

/** Values of a filter, each with its name. */
type Choices = readonly (readonly [value: string, name: string])[]

/** The list with its filter. Without JavaScript, the form asks the server for the page. */
export function ComingEvents({ categories, venues }: { categories: Choices; venues: Choices }) {
  const { client, language, text, isEditor } = useShared()
  const params = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const { data, error } = useQuery({ ...comingEvents(client, params, isEditor), placeholderData: keepPreviousData })
  const total = data?.total ?? 0

  // Going back changes the URL alone.
  useEffect(() => {
    for (const field of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? [])
      field.value = params.get(field.name) ?? ''
  }, [params])

  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const wanted = [...new FormData(event.currentTarget)].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]))
    // Next tells useSearchParams, and does not ask the server.
    window.history.pushState(null, '', wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : '/')
  }
  const select = (name: string, label: string, choices: Choices) => (
    <label>
      {label}
      <select name={name} defaultValue={params.get(name) ?? ''} onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}>
        <option value="">{text('all')}</option>
        {choices.map(([value, choice]) => (
          <option key={value} value={value}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <>
      <form ref={form} className="filter" aria-label={text('filter')} onSubmit={apply}>
        {select('category', text('categories'), categories)}
        {select('venue', text('venues'), venues)}
        <label>
          {text('search')}
          <input name="text" type="search" maxLength={200} defaultValue={params.get('text') ?? ''} />
        </label>
        <button type="submit">{text('show')}</button>
      </form>
      {error && <p role="alert">{text('unreachable')}</p>}
      <p role="status">{total === 0 ? text('none') : total === 1 ? text('one') : text('many').replace('{}', String(total))}</p>
      <EventList events={data?.items ?? []} language={language} />
    </>
  )
}
