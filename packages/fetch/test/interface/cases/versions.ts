import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import { least } from '../pair.ts'

const lists = Object.keys(least)
const isTerm = (list: string): boolean => list === 'categories' || list === 'tags'

/** Versions of records, the parameter `version`, and `after_id`. */
export const versionCases = collect('versions.test.ts', (covers) => {
  for (const list of lists) {
    covers('wire-7-version', `the version of ${list} starts at 1 and grows by 1 with each change`, async (pair) => {
      const made = await pair.post(`/${list}`, { ...least[list], version: 7 })
      const path = `/${list}/${made.id}`
      expect([made.version, (await pair.get(path)).version]).toEqual([1, 1])
      expect((await pair.get(`/${list}?hide_empty=0`))[list][0].version).toBe(1)
      expect((await pair.post(path, { description: 'x', version: 9 })).version).toBe(2)
      await pair.problem('PATCH', path, { description: 'y'.repeat(70_000) })
      expect((await pair.get(path)).version).toBe(2)
      if (isTerm(list)) return
      expect((await pair.send('DELETE', path)).body.version).toBe(3)
      expect((await pair.post(path, { status: 'publish' })).version).toBe(4)
      expect((await pair.send('DELETE', `${path}?force=true`)).body.version).toBe(4)
    })
    covers('wire-7-version-parameter', `a write of ${list} with another ?version than the current one gives 412`, async (pair) => {
      const { id } = await pair.post(`/${list}?version=5`, least[list])
      const path = `/${list}/${id}`
      const paths = isTerm(list) ? [path] : [path, `/${list}/by-slug/${(await pair.get(path)).slug}`]
      let version = 1
      for (const at of paths) {
        for (const method of ['POST', 'PUT', 'PATCH']) {
          for (const other of [version - 1, version + 1, 2 ** 53 - 1].filter((number) => number > 0))
            expect(await pair.problem(method, `${at}?version=${other}`, { description: 'x' })).toBe('412 version_conflict')
          expect((await pair.send(method, `${at}?version=${version}`, { description: method })).body).toMatchObject({ version: ++version })
        }
        for (const query of ['', '&force=true']) {
          expect(await pair.problem('DELETE', `${at}?version=${version + 1}${query}`)).toBe('412 version_conflict')
        }
      }
      expect(await pair.get(`${path}?version=99`)).toMatchObject({ version, description: 'PATCH' })
      expect((await pair.get(`/${list}?hide_empty=0&version=99`)).total).toBe(1)
      if (!isTerm(list))
        expect((await pair.send('DELETE', `${path}?version=${version++}`)).body).toMatchObject({ status: 'trash', version })
      expect((await pair.send('DELETE', `${path}?version=${version}&force=true`)).body.version).toBe(version)
    })
    covers('wire-7-version-parameter', `?version of ${list} is an integer from 1`, async (pair) => {
      const { id } = await pair.post(`/${list}`, least[list])
      for (const wrong of ['0', '-1', 'x', '1.5', '', '1&version=1', '1e0']) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const body = method === 'DELETE' ? undefined : {}
          expect(await pair.problem(method, `/${list}/${id}?version=${wrong}`, body), wrong).toBe('400 invalid_input version')
          if (!['', '1&version=1'].includes(wrong)) {
            const refused = await pair.send(method, `/${list}/${id}?version=${wrong}`, body)
            expect(refused.body.data.params, wrong).toEqual({ version: 'must be an integer of 1 or more' })
          }
        }
      }
      expect((await pair.get(`/${list}/${id}`)).version).toBe(1)
    })
  }
  for (const list of lists) {
    covers('wire-7-after-id', `after_id lists ${list} with larger ids`, async (pair) => {
      const noun = Object.keys(least[list] ?? {})[0] ?? ''
      const ids: number[] = []
      for (const name of 'abcde') ids.push((await pair.post(`/${list}`, { ...least[list], [noun]: name })).id)
      const found = async (query: string): Promise<readonly number[]> =>
        (await pair.get(`/${list}?hide_empty=0&orderby=id&order=asc&${query}`))[list].map(({ id }: { id: number }) => id)
      expect(await found(`after_id=${ids[1]}`)).toEqual(ids.slice(2))
      expect([await found('after_id=0'), await found(`after_id=${ids[4]}`), await found(`after_id=${'9'.repeat(20)}`)]).toEqual([
        ids,
        [],
        [],
      ])
      expect(await found(`after_id=${ids[1]}&include=${ids[0]},${ids[1]},${ids[3]}`)).toEqual([ids[3]])
      const first = await pair.get(`/${list}?hide_empty=0&orderby=id&order=asc&per_page=2&after_id=${ids[0]}`)
      expect([first.total, first.total_pages]).toEqual([4, 2])
      expect(first.next_rest_url).toContain(`after_id=${ids[0]}`)
      expect((await pair.get(`/${list}?hide_empty=0&orderby=id&order=asc&per_page=2&after_id=${ids[2]}`)).total).toBe(2)
      expect((await pair.get(`/${list}?hide_empty=0&orderby=id&order=desc&after_id=${ids[2]}`))[list][0].id).toBe(ids[4])
      for (const wrong of ['x', '-1', '1.5', '', '1&after_id=2'])
        expect(await pair.problem('GET', `/${list}?after_id=${wrong}`)).toBe('400 invalid_input after_id')
    })
  }
  covers('wire-7-version', 'a change of a linked record does not change the version of the event', async (pair) => {
    const event = await pair.post('/events', {
      ...least['events'],
      venue: [{ venue: 'Hall' }, { venue: 'Barn' }],
      organizer: { organizer: 'Choir' },
      categories: 'a',
      tags: 'b',
    })
    expect([event.version, event.venue[0].version, event.organizer[0].version]).toEqual([1, 1, 1])
    expect([event.categories[0].version, event.tags[0].version]).toEqual([undefined, undefined])
    const category = event.categories[0].id
    await pair.post('/categories', { name: 'below', parent: category })
    await pair.post(`/venues/${event.venue[0].id}`, { venue: 'Hall 2' })
    await pair.send('DELETE', `/venues/${event.venue[1].id}?force=true`)
    await pair.send('DELETE', `/tags/${event.tags[0].id}`)
    const after = await pair.get(`/events/${event.id}`)
    expect([after.version, after.venue.venue, after.venue.version, after.tags]).toEqual([1, 'Hall 2', 2, []])
    expect((await pair.get(`/categories/${category}`)).version).toBe(1)
    expect((await pair.get(`/organizers/${event.organizer[0].id}`)).version).toBe(1)
  })
})
