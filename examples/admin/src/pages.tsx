import { useLogin, useLogout, useOne } from '@refinedev/core'
import type { FormEvent } from 'react'
import { NavLink, Outlet, useParams } from 'react-router'
import type { Resource } from './data-provider.ts'
import { History } from './history.tsx'
import { kinds, nameOf } from './kinds.ts'
import { Notices } from './notices.tsx'
import { RecordForm } from './record-form.tsx'

/** What all pages but the sign-in have. */
export function Layout() {
  const { mutate: signOut } = useLogout()
  return (
    <>
      <header>
        <nav aria-label="Collections">
          {Object.entries(kinds).map(([resource, { many }]) => (
            <NavLink key={resource} to={`/${resource}`}>
              {many}
            </NavLink>
          ))}
        </nav>
        <button type="button" onClick={() => signOut()}>
          Sign out
        </button>
      </header>
      <Notices />
      <main>
        <Outlet />
      </main>
    </>
  )
}

/** The form of a new record. */
export function CreatePage({ resource }: { readonly resource: Resource }) {
  return (
    <>
      <h1>New {kinds[resource].one}</h1>
      <RecordForm resource={resource} />
    </>
  )
}

/** The form of a record, and its history. */
export function EditPage({ resource }: { readonly resource: Resource }) {
  const { id } = useParams()
  return <Edit key={id} resource={resource} id={Number(id)} />
}

function Edit({ resource, id }: { readonly resource: Resource; readonly id: number }) {
  // Nothing is kept from an earlier visit: a form of old values would be refused when it is saved.
  const { result: record, query } = useOne({ resource, id, queryOptions: { gcTime: 0, refetchOnReconnect: false } })
  if (query.error) return <p role="alert">{query.error.message}</p>
  if (record === undefined) return <p>Loading</p>
  return (
    <>
      <h1>{nameOf(record)}</h1>
      <RecordForm key={record.version} resource={resource} record={record} onReload={() => query.refetch()} />
      <History resource={resource} id={id} version={record.version} />
    </>
  )
}

/** Asks for the password of the demo. */
export function SignInPage() {
  const { mutate: signIn, data, isPending } = useLogin<{ readonly password: string }>()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    signIn({ password: String(new FormData(event.currentTarget).get('password')) })
  }
  return (
    <main>
      <h1>Calendar admin</h1>
      <form onSubmit={submit}>
        <div className="field">
          <label htmlFor="password">Password of the demo, which the server prints</label>
          <input id="password" name="password" type="password" autoComplete="current-password" />
        </div>
        {data?.success === false && <p role="alert">{data.error?.message}</p>}
        <button type="submit" disabled={isPending}>
          Sign in
        </button>
      </form>
    </main>
  )
}
