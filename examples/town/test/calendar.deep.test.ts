import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, isReady, type OpenTown, openTown, type Visitor, type VisitorOptions } from './open-town.ts'

const chromium = findChromium()

/** The day of a month, or the column of a week. */
const dayOf = (page: Page, day: string): Locator => page.locator(`#calendar [role=gridcell][data-date="${day}"]`)

/** The days of a list with the texts of their events. */
const readList = (page: Page): Promise<Readonly<Record<string, readonly string[]>>> =>
  page.locator('#calendar').evaluate((calendar) => {
    const days = [...calendar.querySelectorAll('[data-date]')].map((head) => {
      const items = [...(head.parentElement?.querySelectorAll('a') ?? [])].map((item) =>
        [...item.querySelectorAll('.list-time, .list-title')].map((part) => part.textContent).join(' '),
      )
      return [head.getAttribute('data-date') ?? '', items] as const
    })
    return Object.fromEntries(days)
  })

/** Does work that makes the page read its events again, and waits until the events are shown. */
async function afterFeed(page: Page, work: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/events/fullcalendar?'))
  await work()
  await (await answered).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

const countOf = async (page: Page): Promise<string> => (await page.locator('#count').textContent()) ?? ''

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('the calendar in a browser', () => {
  let town: OpenTown
  let visitor: Visitor
  const enter = async (path: string, options?: VisitorOptions): Promise<Page> => {
    visitor = await createVisitor(town, options)
    return visitor.open(path)
  }
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  test('shows the events of a month on their days', async () => {
    const page = await enter('/')
    await page.getByRole('heading', { name: 'June 2031' }).waitFor()
    for (const [day, title, time] of [
      ['2031-06-24', 'Run Together, Five Kilometres', '18:30'],
      ['2031-06-27', 'Council Meeting', '18:30'],
      ['2031-06-28', 'Farmers’ Market', '08:00'],
      ['2031-06-29', 'Flea Market', '07:00'],
    ] as const) {
      expect(await dayOf(page, day).getByRole('link', { name: title }).textContent()).toContain(time)
    }
    const fair = dayOf(page, '2031-06-20').getByRole('link', { name: 'Town Fair', exact: true })
    const [bar, day] = [await fair.boundingBox(), await dayOf(page, '2031-06-20').boundingBox()]
    expect((bar?.width ?? 0) / (day?.width ?? 1)).toBeGreaterThan(2.8)
    // What began in May runs on from the first day that is shown.
    expect(await page.getByRole('link', { name: 'Light on Paper' }).count()).toBeGreaterThan(3)
  })

  test('shows an event that ends in the night only on its first day, behind the link to more', async () => {
    const page = await enter('/')
    const today = dayOf(page, '2031-06-11')
    await today.getByRole('button', { name: /more/ }).click()
    const more = page.getByRole('dialog')
    await more.waitFor()
    expect(await more.textContent()).toContain('Night Watchman’s Walk')
    expect(await more.textContent()).toContain('Story Time')
    await page.keyboard.press('Escape')
    expect(await dayOf(page, '2031-06-12').textContent()).not.toContain('Night Watchman')
  })

  test('shows a week by the hour', async () => {
    const page = await enter('/?view=timeGridWeek')
    expect(await dayOf(page, '2031-06-11').getByRole('link', { name: 'Story Time' }).textContent()).toContain('16:00–17:00')
    expect(await page.getByRole('link', { name: 'Roadworks on Brückenstraße' }).count()).toBe(1)
    await afterFeed(page, () => page.getByRole('button', { name: 'Later' }).click())
    expect(await page.getByRole('link', { name: 'Town Fair', exact: true }).count()).toBe(1)
  })

  test('shows times in another zone, and leaves all-day events on their days', async () => {
    const page = await enter('/?view=agenda')
    const isAllDay = (text: string): boolean => text.startsWith('All-day')
    const wholeDays = async (): Promise<object> =>
      Object.fromEntries(
        Object.entries(await readList(page)).map(([day, items]) => [
          day,
          items.filter((item) => isAllDay(item) && !item.includes('Glass Blowing')),
        ]),
      )
    const inBerlin = await wholeDays()
    expect((await readList(page))['2031-06-11']).toContain('16:00–17:00 Story Time')
    expect(inBerlin).toMatchObject({ '2031-06-20': expect.arrayContaining(['All-day Town Fair']) })

    await afterFeed(page, () => page.getByLabel('Times in').selectOption('America/New_York'))
    expect((await readList(page))['2031-06-11']).toContain('10:00–11:00 Story Time')
    expect(await wholeDays()).toEqual(inBerlin)

    await afterFeed(page, () => page.getByLabel('Times in').selectOption('Pacific/Auckland'))
    expect((await readList(page))['2031-06-12']).toContain('02:00–03:00 Story Time')
    expect((await readList(page))['2031-06-11'] ?? []).not.toContain('02:00–03:00 Story Time')

    // The choice holds on the page of an event, too, beside the event's own clock.
    await page.getByRole('link', { name: 'Story Time' }).click()
    await isReady(page)
    expect(await page.locator('#facts').textContent()).toMatch(
      /Thursday, 12 June 2031, 02:00.*Pacific\/Auckland.*Wednesday, 11 June 2031, 16:00.*Europe\/Berlin/,
    )
  })

  test('filters by words, venues and categories, and restores the filters on the way back', async () => {
    const page = await enter('/?view=agenda')
    const all = await countOf(page)
    await afterFeed(page, () => page.getByRole('checkbox', { name: 'Sport' }).click())
    expect(await countOf(page)).toBe('One event.')
    await afterFeed(page, () => page.getByRole('checkbox', { name: 'Town life' }).click())
    await afterFeed(page, () => page.getByLabel('Venue').selectOption({ label: 'Market Square' }))
    await afterFeed(page, () => page.getByLabel('Search').fill('fair parade'))
    expect(await countOf(page)).toBe('One event.')
    await page.getByRole('link', { name: 'Town Fair: Parade' }).click()
    await isReady(page)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Town Fair: Parade')
    await page.goBack()
    await isReady(page)
    expect([await page.getByLabel('Search').inputValue(), await countOf(page)]).toEqual(['fair parade', 'One event.'])
    expect(await page.getByRole('checkbox', { name: 'Sport' }).isChecked()).toBe(true)
    await afterFeed(page, () => page.getByLabel('Search').fill('nothing of the kind'))
    expect(await countOf(page)).toBe('No events here.')
    await page.goto('/?view=agenda')
    await isReady(page)
    expect(await countOf(page)).toBe(all)
  })

  test('shows drafts to people with the permission', async () => {
    const page = await enter('/?view=dayGridMonth&date=2031-07-01')
    const unpublished = page.getByRole('link', { name: /Private: Dress Rehearsal|Pending: Charity Run/ })
    expect([await unpublished.count(), await page.getByRole('link', { name: 'New event' }).count()]).toEqual([0, 0])
    await page.getByLabel('Signed in as').selectOption({ label: 'Eda, editor' })
    await unpublished.first().waitFor()
    expect(await unpublished.count()).toBe(2)
    expect(await page.getByRole('link', { name: 'New event' }).count()).toBe(1)
    await page.getByLabel('Signed in as').selectOption({ label: 'Arno, author' })
    await page.waitForURL('**/*')
    await page.getByRole('link', { name: 'Pending: Charity Run' }).waitFor()
    expect(await page.getByRole('link', { name: /Dress Rehearsal/ }).count()).toBe(0)
  })

  test('filters by a field that the service declares, also after a reload', async () => {
    const page = await enter('/')
    await afterFeed(page, () => page.getByLabel('For whom').selectOption('Beginners'))
    expect(await dayOf(page, '2031-06-24').getByRole('link', { name: 'Run Together' }).count()).toBe(1)
    expect(await dayOf(page, '2031-06-27').getByRole('link', { name: 'Council Meeting' }).count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('custom_fields[level]')).toBe('beginner')
    expect(await page.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toContain('custom_fields%5Blevel%5D=beginner')
    await page.reload()
    await isReady(page)
    expect(await page.getByLabel('For whom').inputValue()).toBe('beginner')
  })

  test('can be used by keyboard, with a visible focus', async () => {
    const page = await enter('/?view=agenda')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the content' })
    expect(await skip.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().top >= 0)).toBe(true)
    await page.keyboard.press('Enter')
    const seen: string[] = []
    for (let step = 0; step < 30 && !seen.some((name) => name.includes('Light on Paper')); step++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        const box = element?.closest('.chip') ?? element
        return [
          element?.getAttribute('aria-label') ?? element?.textContent ?? element?.id ?? '',
          box === null ? '' : getComputedStyle(box).outlineStyle,
        ] as const
      })
      expect(focused).toEqual([expect.any(String), 'solid'])
      seen.push(focused[0])
    }
    expect(seen).toEqual(expect.arrayContaining(['Month view', 'Week view', 'List view']))
    await page.keyboard.press('Enter')
    await isReady(page)
    expect(new URL(page.url()).pathname).toBe('/event/light-on-paper')
  })

  test('shows a message if the events cannot be read', async () => {
    const page = await enter('/')
    await page.route('**/events/fullcalendar?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try later.', data: { status: 503 } } }),
    )
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('alert').getByText('The events cannot be shown. Try later.').waitFor()
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('503')])
  })
})
