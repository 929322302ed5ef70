import { expect, test } from 'vitest'
import { base, concert, startCalendar } from './support.ts'

test('filters by parent are one integer in the documents, and take several', async () => {
  const { request, handler } = startCalendar()
  for (const post_parent of [0, 1, 1, 2]) await request('POST', '/events', { ...concert, post_parent })
  for (const parent of [0, 1, 2]) await request('POST', '/categories', { name: `Parent ${parent}`, parent })
  const found = async (path: string): Promise<readonly number[]> => {
    const { body } = await request('GET', path)
    return (body.events ?? body.categories).map(({ id }: { id: number }) => id)
  }
  expect(await found('/events?post_parent=0')).toEqual([1])
  expect(await found('/events?post_parent=1')).toEqual([2, 3])
  expect(await found('/events?post_parent=1,2')).toEqual([2, 3, 4])
  expect(await found('/categories?hide_empty=false&parent=1,2')).toEqual([2, 3])

  const { routes } = (await request('GET', '')).body
  const { paths } = JSON.parse(JSON.stringify(handler.openapi()))
  for (const [path, name] of [
    ['/events', 'post_parent'],
    ['/categories', 'parent'],
  ] as const) {
    const described = { description: expect.stringContaining('separated by commas') }
    expect(routes[`${base}${path}`].endpoints[0].args[name]).toEqual({ required: false, type: 'integer', ...described })
    const schema = { type: 'integer', minimum: 0 }
    expect(paths[`${base}${path}`].get.parameters).toContainEqual({ name, in: 'query', required: false, ...described, schema })
  }
})
