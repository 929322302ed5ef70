/** A person who can use the pages, signed in by a demo token or as a visitor. */
export interface Person {
  /** The name in the select box. */
  readonly name: string
  /** The bearer token; empty for visitors. */
  readonly token: string
}

/** A person who is not signed in. */
export const visitor: Person = { name: 'Nobody (visitor)', token: '' }

/** Everybody who can sign in, and visitors. */
export const people: readonly Person[] = [
  visitor,
  { name: 'Ada, administrator', token: 'demo-admin' },
  { name: 'Eda, editor', token: 'demo-editor' },
  { name: 'Arno, author', token: 'demo-author' },
  { name: 'Ava, another author', token: 'demo-author-2' },
]
