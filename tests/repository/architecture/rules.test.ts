import { describe, expect, test } from 'vitest'
import { checkRanks, checkUnusedRanks } from './check-ranks.ts'
import { checkCycles } from './cycles.ts'
import { checkDialectNames } from './dialect-names.ts'
import { checkFiles } from './files.ts'
import { checkNodeImports, checkPackages } from './packages.ts'
import { importsOf, type Sources } from './sources.ts'

const core = (files: Record<string, string>): Sources =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`packages/core/src/${file}`, text]))

describe('imports', () => {
  test.each([
    [`import { a } from './a.ts'`, ['./a.ts']],
    [`import type { A } from './a.ts'`, ['./a.ts']],
    [`import { type A, b } from './a.ts'`, ['./a.ts']],
    [`import a, { b } from './a.ts'`, ['./a.ts']],
    [`import * as a from 'a'`, ['a']],
    [`import './a.ts'`, ['./a.ts']],
    [`import {\n  a,\n  b,\n} from './a.ts'`, ['./a.ts']],
    [`export { a } from './a.ts'`, ['./a.ts']],
    [`export * from './a.ts'`, ['./a.ts']],
    [`export type * from './a.ts'`, ['./a.ts']],
    [`export * as a from './a.ts'`, ['./a.ts']],
    [`const a = await import('./a.ts')`, ['./a.ts']],
    [`type A = import('./a.ts').A`, ['./a.ts']],
    [`import { a } from './a.ts'\nimport { b } from './b.ts'\n`, ['./a.ts', './b.ts']],
    [`/**\n * @example\n * import { a } from '@kalends/memory'\n * await import('node:fs')\n */\nexport const a = 'b'`, []],
    [`// import './a.ts'\nexport const text = 'taken from'\nexport const b = ['c']`, []],
  ])('%j', (text, specifiers) => {
    expect(importsOf('packages/core/src/x.ts', text).map((found) => found.specifier)).toEqual(specifiers)
  })

  test.each([
    ['./a.ts', 'packages/core/src/event/a.ts'],
    ['../text/a.ts', 'packages/core/src/text/a.ts'],
    ['../../../memory/src/a.ts', 'packages/memory/src/a.ts'],
    ['zod', undefined],
  ])('%s means a path', (specifier, target) => {
    expect(importsOf('packages/core/src/event/x.ts', `import '${specifier}'`)[0]?.target).toBe(target)
  })
})

describe('ranks refuse', () => {
  test.each([
    ['a higher layer', { 'text/fold.ts': `import type { A } from '../store/records.ts'` }, '(rank 2)'],
    ['a layer of the same rank', { 'errors/codes.ts': `import '../time/zone.ts'` }, '(rank 1)'],
    ['the calendar from an entity', { 'kinds/event/service.ts': `import '../../calendar/calendar.ts'` }, '(rank 11)'],
    ['a later entity', { 'kinds/venue/view.ts': `export * from '../event/view.ts'` }, '(rank 9)'],
    ['the index', { 'calendar/calendar.ts': `import '../index.ts'` }, '(rank 12)'],
    ['the optional sanitizer in the index', { 'index.ts': `export * from './sanitize-html.ts'` }, '(rank 12)'],
    ['a later step of the same layer', { 'kinds/event/schema.ts': `import './query.ts'` }, 'schema < query'],
    ['the service in a view', { 'kinds/term/view.ts': `import('./service.ts')` }, 'schema < query'],
    ['a step in a file beside the steps', { 'kinds/event/by-start.ts': `import type { A } from './schema.ts'` }, 'below them all'],
    ['an unknown folder', { 'tickets/amount.ts': '' }, 'tickets is a new layer'],
    ['an unknown kind', { 'kinds/ticket/record.ts': '' }, 'kinds/ticket is a new layer'],
    ['an unknown file at the top', { 'tickets.ts': '' }, 'tickets is a new layer'],
    ['a layer named like a member of every object', { 'constructor/a.ts': '' }, 'constructor is a new layer'],
  ])('%s', (_, files, reason) => {
    expect(checkRanks(core(files))).toEqual([expect.stringContaining(reason)])
  })

  test('nothing that goes downhill, and no test', () => {
    const files = {
      'index.ts': `export * from './calendar/calendar.ts'`,
      'calendar/calendar.ts': `import '../kinds/event/service.ts'`,
      'kinds/event/service.ts': `import './view.ts'\nimport './by-start.ts'\nimport '../venue/service.ts'\nimport '../../text/fold.ts'`,
      'kinds/event/view.ts': `import './schema.ts'`,
      'kinds/event/by-start.ts': `import './same-profile.ts'\nimport '../../text/fold.ts'`,
      'text/fold.ts': `import './plain.ts'`,
      'text/fold.test.ts': `import '../index.ts'`,
      'sanitize-html.ts': `import './errors/codes.ts'`,
    }
    expect(checkRanks(core(files))).toEqual([])
  })

  test.each([
    ['a higher layer of another package', 'packages/kysely/src/list/order.ts', `import '../count/total.ts'`, '(rank 5)'],
    ['a layer of the same rank of another package', 'packages/kysely/src/events/kind.ts', `import '../profiles/kind.ts'`, '(rank 7)'],
    ['a layer that another package has', 'packages/memory/src/time/zone.ts', '', 'time is a new layer of packages/memory/src'],
    ['a package without a list', 'packages/redis/src/a.ts', '', 'a is a new layer of packages/redis/src'],
    ['a package named like a member of every object', 'packages/constructor/src/name.ts', '', 'name is a new layer'],
  ])('%s', (_, path, text, reason) => {
    expect(checkRanks({ [path]: text })).toEqual([expect.stringContaining(reason)])
  })

  test('nothing that other rules report', () => {
    expect(checkRanks({ 'packages/kysely/src/schema/tables.ts': `import '../../../core/src/calendar/calendar.ts'` })).toEqual([])
  })

  test('a rank without a file', () => {
    expect(checkUnusedRanks({ 'packages/core/src/text/fold.ts': '', 'packages/core/src/time.test.ts': '' })).toEqual(
      expect.arrayContaining([expect.stringContaining('time is no layer of packages/core/src')]),
    )
    expect(checkUnusedRanks({ 'packages/core/src/text/fold.ts': '' }).join('\n')).not.toContain('text is no layer of packages/core/src')
  })
})

describe('circles', () => {
  test.each([
    ['of two', { 'a.ts': `import './b.ts'`, 'b.ts': `import './a.ts'` }, ['a.ts -> b.ts -> a.ts']],
    ['of types', { 'a.ts': `import type { B } from './b.ts'`, 'b.ts': `import type { A } from './a.ts'` }, ['a.ts -> b.ts -> a.ts']],
    ['of itself', { 'a.ts': `import './a.ts'` }, ['a.ts -> a.ts']],
    [
      'of three, entered from outside',
      { 'a.ts': `import './c.ts'`, 'b.ts': `import './d.ts'`, 'c.ts': `import './b.ts'`, 'd.ts': `import './c.ts'` },
      ['b.ts -> d.ts -> c.ts -> b.ts'],
    ],
    ['through re-exports', { 'a.ts': `export * from './b.ts'`, 'b.ts': `export { a } from './a.ts'` }, ['a.ts -> b.ts -> a.ts']],
    [
      'twice',
      { 'a.ts': `import './b.ts'\nimport './c.ts'`, 'b.ts': `import './a.ts'`, 'c.ts': `import './a.ts'` },
      ['a.ts -> b.ts -> a.ts', 'a.ts -> c.ts -> a.ts'],
    ],
    [
      'none in a diamond',
      { 'a.ts': `import './b.ts'\nimport './c.ts'`, 'b.ts': `import './d.ts'`, 'c.ts': `import './d.ts'`, 'd.ts': '' },
      [],
    ],
    ['none through a test', { 'a.ts': '', 'a.test.ts': `import './a.ts'\nimport './a.test.ts'` }, []],
  ])('%s', (_, files, circles) => {
    const found = checkCycles(core(files)).map((sentence) => sentence.replaceAll('packages/core/src/', ''))
    expect(found).toEqual(circles.map((circle) => `${circle}: imports go round in a circle.`))
  })
})

describe('names of dialects are refused', () => {
  test.each([
    ['of a dialect', `if (dialect.name === 'sqlite') return`],
    ['of a dialect, without a literal', `const isOther = context.dialect.name !== other`],
    ['in a variable', `const isServer = engine !== "postgres"`],
    ['on the left', `if ('mysql' === name) return`],
    ['in a switch', `    case 'mysql':`],
  ])('%s', (_, line) => {
    expect(checkDialectNames({ 'packages/kysely/src/a.ts': `const a = 1\n${line}\n` })).toEqual([
      expect.stringContaining('packages/kysely/src/a.ts:2 compares'),
    ])
  })

  test.each([
    `const dialects = { sqlite, postgres, mysql }`,
    `name: 'sqlite',`,
    `type Name = 'sqlite' | 'mysql'`,
    `other.name === own.name`,
  ])('but not in %s', (line) => {
    expect(checkDialectNames({ 'packages/kysely/src/a.ts': line })).toEqual([])
  })
})

describe('packages refuse', () => {
  test.each([
    ['another package in the core', 'packages/core/src/a.ts', `import type { A } from '@kalends/memory'`, 'no package of this repository'],
    ['itself by name', 'packages/core/src/a.ts', `import '@kalends/core'`, 'no package of this repository'],
    ['a neighbour', 'packages/fetch/src/a.ts', `import '@kalends/kysely'`, 'may import @kalends/core'],
    ['a subpath of a neighbour', 'packages/testing/src/a.ts', `import '@kalends/fetch/node'`, 'may import @kalends/core'],
    ['a path into a neighbour', 'packages/memory/src/a.ts', `import '../../core/src/time/clock.ts'`, 'stay inside'],
    ['a path out of the sources', 'packages/memory/src/a.ts', `import '../package.json'`, 'stay inside'],
    ['an unknown package', 'packages/redis/src/a.ts', '', 'packages/redis is new'],
  ])('%s', (_, path, text, reason) => {
    expect(checkPackages({ [path]: text })).toEqual([expect.stringContaining(reason)])
  })

  test.each([
    ['packages/kysely/src/a.ts', `import '@kalends/core'\nimport 'kysely'`],
    ['packages/core/src/a.test.ts', `import '@kalends/memory'`],
  ])('nothing in %s', (path, text) => {
    expect(checkPackages({ [path]: text })).toEqual([])
  })
})

describe('Node is refused', () => {
  test.each([
    ['in the core', 'packages/core/src/a.ts', `import 'node:fs'`, 'for Node alone'],
    ['in the testing kit', 'packages/testing/src/a.ts', `import type { A } from 'node:fs'`, 'for Node alone'],
    ['beside the entry', 'packages/kysely/src/a.ts', `await import('node:sqlite')`, 'for Node alone'],
    ['through the entry', 'packages/fetch/src/index.ts', `export * from './node.ts'`, 'would take the rest'],
    ['through a part of the entry', 'packages/fetch/src/index.ts', `export * from './node/listener.ts'`, 'would take the rest'],
  ])('%s', (_, path, text, reason) => {
    expect(checkNodeImports({ [path]: text })).toEqual([expect.stringContaining(reason)])
  })

  test.each([
    'packages/fetch/src/node.ts',
    'packages/fetch/src/node/a.ts',
    'packages/kysely/src/better-sqlite3.ts',
    'packages/kysely/src/drivers/sqlite-file.ts',
    'packages/kysely/src/node-sqlite.ts',
    'packages/core/src/a.test.ts',
  ])('but not in %s', (path) => {
    expect(checkNodeImports({ [path]: `import 'node:fs'` })).toEqual([])
  })
})

describe('files refuse', () => {
  test.each([
    ['an empty name', 'packages/core/src/utils.ts', '', 'says nothing'],
    ['an empty name of a folder', 'packages/core/src/common/a.ts', '', 'says nothing'],
    ['an empty name of a test', 'packages/core/src/text/helpers.test.ts', '', 'says nothing'],
    ['camelCase', 'packages/core/src/text/foldText.ts', '', 'kebab-case'],
    ['snake_case', 'packages/core/src/text/fold_text.ts', '', 'kebab-case'],
    ['a default export', 'packages/core/src/a.ts', 'export default function a() {}', 'default export'],
    ['a default export by alias', 'packages/core/src/a.ts', 'export { a, b as default }', 'default export'],
    ['a default export passed on', 'packages/core/src/a.ts', `export { default } from './b.ts'`, 'default export'],
    ['301 lines', 'packages/core/src/a.ts', 'const a = 1\n'.repeat(301), 'has 301 lines'],
  ])('%s', (_, path, text, reason) => {
    expect(checkFiles({ [path]: text })).toEqual([expect.stringContaining(reason)])
  })

  test.each([
    ['packages/core/src/a-b2.ts', 'const a = 1\n'.repeat(300)],
    ['packages/core/src/a.test.ts', 'const a = 1\n'.repeat(500)],
    ['packages/core/src/a.ts', '/** Not an export default. */\nexport const defaultZone = 1'],
  ])('nothing in %s', (path, text) => {
    expect(checkFiles({ [path]: text })).toEqual([])
  })
})
