/** A user of the pages, signed in by a demo token, or a visitor. */
export interface Person {
  /** The name in the select box. */
  readonly name: string
  /** The bearer token; empty for visitors. */
  readonly token: string
}

/** The user without a sign-in. */
export const visitor: Person = { name: 'Nobody (visitor)', token: '' }

/** All demo users, and the visitor. */
export const people: readonly Person[] = [
  visitor,
  { name: 'Ada, administrator', token: 'demo-admin' },
  { name: 'Eda, editor', token: 'demo-editor' },
  { name: 'Arno, author', token: 'demo-author' },
  { name: 'Ava, another author', token: 'demo-author-2' },
]
