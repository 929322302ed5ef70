import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, type OpenTown, openTown, type Visitor, type VisitorOptions } from './open-town.ts'

const chromium = findChromium()

/** The names that screen readers have for the categories. */
const namesOf = (page: Page): Promise<readonly (string | null)[]> =>
  page.locator('#categories').evaluate((group) => [...group.querySelectorAll('input')].map((box) => box.ariaLabel))

/** The texts of the categories on the screen. */
const textsOf = (page: Page): Promise<readonly string[]> =>
  page.locator('#categories .chip').evaluateAll((chips) => chips.map(({ textContent }) => textContent ?? ''))

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('the numbers beside the categories, in a browser', () => {
  let town: OpenTown
  let visitor: Visitor
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })
  const enter = async (path: string, options?: VisitorOptions): Promise<Page> => {
    visitor = await createVisitor(town, options)
    return visitor.open(path)
  }
  const numbered = (page: Page) => expect.poll(() => namesOf(page), { timeout: 10_000 })

  test.each([
    ['visitors', 'a month', '/?date=2031-07-01&view=dayGridMonth', '', 1280],
    ['editors', 'a month', '/?date=2031-07-01&view=dayGridMonth', 'demo-editor', 1280],
    ['visitors', 'two weeks with a word', '/?view=agenda&search=fair', '', 360],
  ])('are what each category gives to %s in %s', async (_, __, path, token, width) => {
    const page = await enter(path, { token, width })
    await numbered(page).not.toContain(null)
    const names = await namesOf(page)
    const counts: string[] = []
    for (const name of names) {
      const box = page.getByRole('checkbox', { name: name ?? '', exact: true })
      const answered = page.waitForResponse((response) => /\/fullcalendar\?.*categories=/.test(response.url()))
      await box.check()
      await (await answered).finished()
      const text = (await page.locator('#count').textContent()) ?? ''
      counts.push(text.replace('No events here.', 'no events').replace('One event.', '1 event').replace(/\.$/, ''))
      await box.uncheck()
    }
    expect(names.map((name) => name?.replace(/^[^,]+, /, ''))).toEqual(counts)
    expect(new Set(counts).size).toBeGreaterThan(1)
  })

  test('follow the other filters, the viewer and what others write', async () => {
    const page = await enter('/?view=agenda&search=fair')
    await numbered(page).toEqual([
      'Culture, 1 event',
      'Families, 1 event',
      'Learning, no events',
      'Sport, no events',
      'Town life, 4 events',
    ])
    expect(await textsOf(page)).toEqual(['Culture1', 'Families1', 'Learning0', 'Sport0', 'Town life4'])
    const { id } = await town.calendar.events.create({
      title: 'Fair for runners',
      startDate: '2031-06-19 19:00',
      endDate: '2031-06-19 20:00',
      categories: ['running', 'cycling'],
    })
    await numbered(page).toContain('Sport, 1 event')
    await town.calendar.events.update(id, { status: 'draft' })
    await numbered(page).toContain('Sport, no events')
    await page.getByLabel('Signed in as').selectOption({ label: 'Eda, editor' })
    await numbered(page).toContain('Sport, 1 event')
    await page.getByLabel('Venue').selectOption({ label: 'Market Square' })
    await numbered(page).toContain('Town life, 2 events')
    expect(await namesOf(page)).toContain('Sport, no events')
  })

  test.each([
    ['de', 'Sport, keine Veranstaltung'],
    ['es', 'Sport, ningún evento'],
    ['fr', 'Sport, aucun évènement'],
  ])('are read in the language %s', async (language, name) => {
    const page = await enter(`/?lang=${language}&date=2031-01-01&view=timeGridWeek`)
    await numbered(page).toContain(name)
    expect(await page.getByRole('checkbox', { name }).getAttribute('lang')).toBe(language)
  })

  test('are left out if the service does not tell them', async () => {
    const page = await enter('/?view=agenda')
    await numbered(page).not.toContain(null)
    await page.route('**/events/counts?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try later.', data: { status: 503 } } }),
    )
    await page.getByRole('checkbox', { name: 'Sport' }).check()
    await numbered(page).toEqual([null, null, null, null, null])
    expect(await textsOf(page)).toEqual(['Culture', 'Families', 'Learning', 'Sport', 'Town life'])
    expect(await page.locator('#count').textContent()).toBe('One event.')
    // The client asks again before it gives up.
    expect(visitor.complaints.splice(0).filter((complaint) => !complaint.includes('503'))).toEqual([])
  })

  test('are left out in a zone whose days end elsewhere', async () => {
    const page = await enter('/?view=agenda')
    await numbered(page).not.toContain(null)
    await page.getByLabel('Times in').selectOption('Asia/Tokyo')
    await numbered(page).toEqual([null, null, null, null, null])
  })
})
