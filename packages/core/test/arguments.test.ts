import { describe, expect, test } from 'vitest'
import { anEvent, invalidFields, issuesOf, openCalendar } from './open-calendar.ts'

/** Calls of one kind, as code without types can make them. */
// biome-ignore lint/suspicious/noExplicitAny: arguments of any shape are the matter of these tests.
type Untyped = Readonly<Record<string, (...given: any[]) => any>>

const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
const open = async (kind: (typeof kinds)[number]): Promise<Untyped> => {
  const { calendar } = openCalendar()
  // The members of records are functions; which ones a kind has is known to the tests below.
  const records = calendar[kind] as unknown as Untyped
  await records['create']?.(kind === 'events' ? anEvent() : { name: 'First' })
  return records
}
const first = async (list: AsyncIterable<unknown>): Promise<unknown> => {
  for await (const one of list) return one
  return undefined
}
const noObjects: readonly unknown[] = [null, 5, 'x', true, [], [{}], () => ({}), Symbol('x')]
const noRefs: readonly unknown[] = [undefined, null, {}, { id: 1 }, [1], true, Symbol('x'), 1n]

describe.each(kinds)('%s: invalid arguments', (kind) => {
  test.each(noObjects)('an input, a patch or options that are not an object are refused: case %#', async (value) => {
    const records = await open(kind)
    const reason = { input: 'must be an object' }
    expect(await issuesOf(records['list']?.(value))).toEqual(reason)
    expect(await issuesOf(first(records['each']?.(value)))).toEqual(reason)
    expect(await issuesOf(records['create']?.(value))).toEqual(reason)
    expect(await issuesOf(records['update']?.(1, value))).toEqual({ patch: 'must be an object' })
    for (const call of ['update', 'delete', 'trash'])
      if (records[call]) {
        const given = call === 'update' ? [1, {}, value] : [1, value]
        expect(await issuesOf(records[call](...given))).toEqual({ options: 'must be an object' })
      }
  })

  test('create needs an input and update a patch, but list needs no input', async () => {
    const records = await open(kind)
    expect(await issuesOf(records['create']?.(undefined))).toEqual({ input: 'must be an object' })
    expect(await issuesOf(records['update']?.(1, undefined))).toEqual({ patch: 'must be an object' })
    expect(await records['list']?.(undefined)).toMatchObject({ total: expect.any(Number) })
  })

  test.each(noRefs)('a reference that is neither a number nor a text is refused: case %#', async (ref) => {
    const records = await open(kind)
    const reason = { ref: 'must be an id (a number) or a slug (a text)' }
    for (const call of ['get', 'find', 'delete', 'trash', 'restore'])
      if (records[call]) expect(await issuesOf(records[call](ref))).toEqual(reason)
    expect(await issuesOf(records['update']?.(ref, {}))).toEqual(reason)
  })

  test('createMany refuses inputs that are not iterable and options that are not an object', async () => {
    const records = await open(kind)
    if (records['createMany'] === undefined) return
    for (const inputs of [undefined, null, 5, {}]) expect(Object.keys(await issuesOf(records['createMany'](inputs)))).toEqual(['inputs'])
    for (const options of [null, 5, []]) expect(Object.keys(await issuesOf(records['createMany']([], options)))).toEqual(['options'])
  })

  const least = (name: string): object => (kind === 'events' ? anEvent({ title: name }) : { name })
  const blank = [
    '\u200B',
    '\u2800',
    '\u3164',
    '\uFFA0',
    '\u115F',
    '\u00AD',
    '\u200E\u200F',
    '\u0301',
    '\u034F',
    '\uFE0F',
    '\u{E0020}',
    ' \u2060 \u180E',
  ]
  test.each(blank)('%j is not a name', async (name) => {
    const records = await open(kind)
    const field = kind === 'events' ? 'title' : 'name'
    const reason = { [field]: 'must have a character that can be seen' }
    expect(await issuesOf(records['create']?.(least(name)))).toEqual(reason)
    expect(await issuesOf(records['update']?.(1, { [field]: name }))).toEqual(reason)
  })

  test.each(['a\u200B', '\u200Fعيد', '!', '🎉', '👩\u200D🚀', '☀\uFE0F', 'e\u0301', '\uE000', '１', '😀'])('%j is a name', async (name) => {
    const records = await open(kind)
    const made = await records['create']?.(least(name))
    expect(made.title ?? made.name).toBe(name)
  })

  test('undeclared custom fields are refused if they have content', async () => {
    const records = await open(kind)
    const content = { fields: { room: 'B2', seats: 0, gone: undefined, empty: null } }
    const reasons = {
      'fields.room': 'is not a declared field',
      'fields.seats': 'is not a declared field',
      'fields.empty': 'is not a declared field',
    }
    expect(await issuesOf(records['create']?.({ ...least('Second'), ...content }))).toEqual(reasons)
    expect(await issuesOf(records['update']?.(1, content))).toEqual(reasons)
    expect(await issuesOf(records['update']?.(1, { fields: 'x' }))).toEqual({ fields: 'must be an object' })
    for (const fields of [{}, { gone: undefined }, null, undefined]) await records['update']?.(1, { fields })
  })
})

test('names of terms and nested records need a visible character, and custom fields of nested records are refused', async () => {
  const { calendar } = openCalendar()
  const create = (fields: object): Promise<unknown> => calendar.events.create({ ...anEvent(), ...fields })
  for (const field of ['categories', 'tags', 'venues', 'organizers'])
    for (const name of ['\u200B', '\u3164'])
      expect(await invalidFields(create({ [field]: field.startsWith('c') || field === 'tags' ? [name] : { name } }))).toEqual([field])
  expect(await issuesOf(create({ venues: { name: 'Hall', fields: { room: 1 } } }))).toEqual({
    'venues[0].fields.room': 'is not a declared field',
  })
})
