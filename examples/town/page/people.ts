/** A user of the pages, signed in by a demo token, or a visitor. */
export interface Person {
  /** The name in the select box. */
  readonly name: string
  /** The bearer token; empty for visitors. */
  readonly token: string
  /** The id of the actor of the calendar; empty for visitors. */
  readonly id: string
}

/** The user without a sign-in. */
export const visitor: Person = { name: 'Nobody (visitor)', token: '', id: '' }

/** All demo users, and the visitor. */
export const people: readonly Person[] = [
  visitor,
  { name: 'Ada, administrator', token: 'demo-admin', id: '1' },
  { name: 'Eda, editor', token: 'demo-editor', id: '2' },
  { name: 'Arno, author', token: 'demo-author', id: '3' },
  { name: 'Ava, another author', token: 'demo-author-2', id: '4' },
]

/** How sentences name the author of a change, by the id of the actor: the first name. A real application asks its own users. */
export const actorName = (id: string): string =>
  people.find((person) => id !== '' && person.id === id)?.name.replace(/,.*/, '') ?? 'Somebody'
