import { describe, expect, test } from 'vitest'
import { scriptWords } from '../../../testing/src/script-texts.ts'
import type { CalendarClient } from '../../src/calendar/client.ts'
import { anEvent } from '../open-calendar.ts'
import type { ServiceOpener } from './open-service.ts'

/** Declares the cases of texts: names, searches and slugs of every script. */
export function describeTexts(open: ServiceOpener): void {
  const titlesFor = async ({ events }: CalendarClient, search: string) => (await events.list({ search })).items.map(({ title }) => title)

  describe.each(scriptWords)('words in $script', ({ word, same, other }) => {
    test('name one venue, one organizer and one term, whatever their spelling', async () => {
      const { calendar } = await open()
      const names = [word, ...other, ...same]
      for (const name of names)
        await calendar.events.create({ ...anEvent(), categories: name, tags: name, venues: { name }, organizers: { name } })
      for (const kind of ['venues', 'organizers', 'categories', 'tags'] as const) {
        const { items } = await calendar[kind].list()
        expect(items.map(({ name }) => name).sort(), kind).toEqual([word, ...other].sort())
      }
    })

    test('are found by each of their spellings, and not by other words', async () => {
      const { calendar } = await open()
      for (const title of [word, ...other]) await calendar.events.create({ ...anEvent(), title: `1 ${title} 2` })
      for (const spelling of same) {
        expect(await titlesFor(calendar, spelling)).toEqual(await titlesFor(calendar, word))
        expect(await titlesFor(calendar, `“${spelling} 2”`)).toEqual([`1 ${word} 2`])
      }
      for (const title of other) expect(await titlesFor(calendar, `"${title} 2"`)).toEqual([`1 ${title} 2`])
    })

    test('make slugs that find their event, in any normal form', async () => {
      const { calendar } = await open()
      for (const title of [word, ...other]) {
        const { id, slug } = await calendar.events.create({ ...anEvent(), title: `${title} 北 № 1` })
        for (const form of ['NFC', 'NFD', 'NFKC'] as const) expect(await calendar.events.get(slug.normalize(form))).toMatchObject({ id })
      }
      const category = await calendar.categories.create({ name: word })
      const { id } = await calendar.events.create({ ...anEvent(), categories: category.id })
      const { items } = await calendar.events.list({ categories: category.slug.normalize('NFD') })
      expect(items.map((event) => event.id)).toEqual([id])
    })
  })

  test.each([
    ['Children’s Hour', ["children's", 'childrens hour', '“children′s hour”']],
    ["Rock 'n' Roll", ['rock ‘n’ roll', '"rock n roll"']],
    ['Pop–up kitchen', ['pop-up', 'pop‐up', 'pop−up', '„pop-up kitchen“']],
    ['„Nachts im Museum“', ['"nachts im museum"', '«nachts im museum»', '‹im museum›']],
    ['チケット「無料」', ['「無料」', '"無料"', '“無料”']],
    ['爵士“之夜”音乐节', ['“之夜”', '爵士“之夜”', '「之夜」音乐节', '«爵士»']],
    ['D’Artagnan – the play', ["d'artagnan", 'dartagnan', "d`artagnan's".slice(0, -2), '—']],
    ['תיאטרון צה״ל', ['צה"ל', 'צה״ל', '"תיאטרון צה״ל"']],
  ])('%j is found as keyboards type it', async (title, searches) => {
    const { calendar } = await open()
    await calendar.events.create({ ...anEvent(), title })
    await calendar.events.create({ ...anEvent(), title: 'Another' })
    for (const search of searches) expect(await titlesFor(calendar, search), search).toEqual([title])
  })

  test.each(['Children’s Hour', "children's hour", 'Childrenʼs Hour', 'CHILDREN`S HOUR'])(
    '%j is the name of one term and of one venue',
    async (name) => {
      const { calendar } = await open()
      await calendar.events.create({ ...anEvent(), categories: 'Children′s hour', venues: { name: 'Children‘s hour' } })
      await calendar.events.create({ ...anEvent(), categories: name, venues: { name } })
      expect((await calendar.categories.list()).total).toBe(1)
      expect((await calendar.venues.list()).total).toBe(1)
      await expect(calendar.categories.create({ name })).rejects.toMatchObject({ code: 'name_taken' })
    },
  )

  test.each([
    ['Вечер джаза № 8', 'вечер-джаза-8'],
    ['大阪 Rock フェス', '大阪-rock-フェス'],
    ['Été à Đà Nẵng™', 'ete-a-da-nang'],
    ['™ ☂', 'event'],
  ])('the title %j makes the slug %j', async (title, slug) => {
    const { calendar } = await open()
    expect(await calendar.events.create({ ...anEvent(), title })).toMatchObject({ slug })
    expect(await calendar.events.create({ ...anEvent(), title })).toMatchObject({ slug: `${slug}-2` })
    expect(await calendar.events.create({ ...anEvent(), slug: title === '™ ☂' ? 'event' : title })).toMatchObject({ slug: `${slug}-3` })
    expect(await calendar.events.get(slug)).toMatchObject({ title })
  })
}
