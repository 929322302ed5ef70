/** Somebody whom the demo rules know. */
export interface Person {
  /** What the select box calls them. */
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
