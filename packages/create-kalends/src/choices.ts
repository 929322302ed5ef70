/** A framework that an application can have. */
export interface Framework {
  /** Its name, as people write it. */
  readonly label: string
  /** The folders of templates that its applications have, beside those of all. */
  readonly layers: readonly string[]
  /** Whether it has a database of its own, so that there is nothing to choose. */
  readonly hasOwnStore?: boolean
}

const program = ['process', 'pages', 'node-program']

/** The frameworks on offer, by the value of `--framework`. */
export const frameworks = {
  node: { label: 'Node, without a framework', layers: [...program, 'frameworks/node'] },
  hono: { label: 'Hono', layers: [...program, 'frameworks/hono'] },
  express: { label: 'Express', layers: [...program, 'frameworks/express'] },
  fastify: { label: 'Fastify', layers: [...program, 'frameworks/fastify'] },
  next: { label: 'Next', layers: ['process', 'frameworks/next'] },
  sveltekit: { label: 'SvelteKit', layers: ['process', 'frameworks/sveltekit'] },
  nuxt: { label: 'Nuxt', layers: ['process', 'frameworks/nuxt'] },
  'durable-object': {
    label: "A Durable Object of Cloudflare's workers",
    layers: ['pages', 'frameworks/durable-object'],
    hasOwnStore: true,
  },
} as const satisfies Readonly<Record<string, Framework>>

/** The stores on offer, by the value of `--store`, as people write them. */
export const stores = {
  sqlite: 'SQLite, a file',
  postgres: 'PostgreSQL',
  mysql: 'MariaDB or MySQL',
  pglite: 'PGlite, PostgreSQL inside the process',
} as const

/** The ways to sign in, by the value of `--sign-in`, as people write them. */
export const signIns = {
  none: 'none: everybody reads, only your code writes',
  session: 'a session: editors sign in with a password',
} as const

/** The name of a framework. */
export type FrameworkName = keyof typeof frameworks

/** The name of a store. */
export type StoreName = keyof typeof stores

/** The name of a way to sign in. */
export type SignInName = keyof typeof signIns

/** What an application is made of. */
export interface Choices {
  readonly framework: FrameworkName
  /** Null for a framework with a database of its own. */
  readonly store: StoreName | null
  readonly signIn: SignInName
  readonly demoData: boolean
}

/** Whether a framework has a database of its own, so that there is no store to choose. */
export const hasOwnStore = (name: FrameworkName): boolean => {
  const framework: Framework = frameworks[name]
  return framework.hasOwnStore === true
}

/** The names of a table, in its order. */
export const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] =>
  // Object.keys has a type for objects with further members, which these tables do not have.
  Object.keys(table) as Name[]

/** Every combination on offer. */
export const allChoices = (): readonly Choices[] =>
  namesOf(frameworks).flatMap((framework) =>
    (hasOwnStore(framework) ? [null] : namesOf(stores)).flatMap((store) =>
      namesOf(signIns).flatMap((signIn) => [true, false].map((demoData) => ({ framework, store, signIn, demoData }))),
    ),
  )
