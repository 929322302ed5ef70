/**
 * The versions with which the templates are tested, exactly. A test compares them with those of this repository. `typescript-6` is for
 * frameworks that need its API, which version 7 does not have.
 */
export const testedVersions: Readonly<Record<string, string>> = {
  '@electric-sql/pglite': '0.5.16',
  '@hono/node-server': '2.1.8',
  '@sveltejs/adapter-node': '6.0.1',
  '@sveltejs/kit': '3.2.0',
  '@sveltejs/vite-plugin-svelte': '7.3.1',
  '@types/express': '5.0.6',
  '@types/node': '24.19.2',
  '@types/pg': '8.23.1',
  '@types/react': '19.3.0',
  esbuild: '0.28.2',
  express: '5.3.0',
  fastify: '5.12.8',
  h3: '1.15.11',
  hono: '4.13.19',
  kysely: '0.29.9',
  mysql2: '3.24.5',
  next: '16.4.5',
  nuxt: '4.5.2',
  pg: '8.23.1',
  react: '19.3.1',
  'react-dom': '19.3.1',
  svelte: '5.57.3',
  typescript: '7.0.2',
  'typescript-6': '6.0.3',
  vite: '8.3.8',
  workerd: '1.20261023.1',
}
