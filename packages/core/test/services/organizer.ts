import { describe, expect, test } from 'vitest'
import type { OrganizerInput } from '../../src/kinds/organizer/schema.ts'
import { issuesOf } from '../open-calendar.ts'
import type { ServiceOpener } from './open-service.ts'

/** Declares the cases of the organizers of a calendar. */
export function describeOrganizers(open: ServiceOpener): void {
  describe('the fields of an organizer', () => {
    test.each<[keyof OrganizerInput, unknown, unknown, unknown, unknown]>([
      ['name', ' Club\tOne ', 'Club One', 'C', 'C'],
      ['phone', ' +49 731 1 ', '+49 731 1', null, ''],
      ['phone', '1', '1', '', ''],
      ['website', 'http://example.org', 'http://example.org', null, ''],
      ['website', 'http://example.org', 'http://example.org', ' ', ''],
      ['email', 'info@example.org', 'info@example.org', null, ''],
      ['email', ' info@example.org ', 'info@example.org', '', ''],
    ])('%s: %o is stored as %o, and an update with %o leaves %o', async (field, given, returned, clear, cleared) => {
      const { calendar } = await open()
      const made = await calendar.organizers.create({ name: 'Club', [field]: given })
      expect(made).toHaveProperty(field, returned)
      expect(await calendar.organizers.get(made.slug)).toEqual(made)
      expect(await calendar.organizers.update(1, { description: 'x' })).toHaveProperty(field, returned)
      expect(await calendar.organizers.update(1, { [field]: clear })).toHaveProperty(field, cleared)
    })

    test('a missing name and all other issues are reported together', async () => {
      const { calendar, memory } = await open()
      // @ts-expect-error a name is required
      const issues = await issuesOf(calendar.organizers.create({ email: 'x', website: 'x', phone: 'a\u0000' }))
      expect(Object.keys(issues).sort()).toEqual(['email', 'name', 'phone', 'website'])
      expect(await memory.log.head()).toBe(0)
    })

    test('two organizers may have the same name', async () => {
      const { calendar } = await open()
      expect((await calendar.organizers.create({ name: 'Club' })).slug).toBe('club')
      expect((await calendar.organizers.create({ name: 'club' })).slug).toBe('club-2')
    })

    test('a returned organizer is accepted as a patch', async () => {
      const { calendar } = await open()
      const made = await calendar.organizers.create({
        name: 'Club',
        email: 'a@b.example',
        phone: '1',
        website: 'https://b.example/',
        image: 'https://b.example/i',
      })
      expect(await calendar.organizers.update(made.id, made)).toEqual(made)
    })

    test('a search finds all texts of an organizer', async () => {
      const { calendar } = await open()
      await calendar.organizers.create({ name: 'needle-a' })
      await calendar.organizers.create({ name: 'x', description: 'needle-b' })
      await calendar.organizers.create({ name: 'x', excerpt: 'needle-c' })
      await calendar.organizers.create({ name: 'x', phone: 'needle-d' })
      await calendar.organizers.create({ name: 'x', email: 'needle-e@example.org' })
      await calendar.organizers.create({ name: 'x', website: 'https://needle-f.example/' })
      expect((await calendar.organizers.list({ search: 'needle' })).total).toBe(6)
      expect((await calendar.organizers.list({ search: 'needle-e' })).items).toMatchObject([{ id: 5 }])
    })
  })
}
