import type { Event } from '@kalends/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, isReady, type OpenTown, openTown, type Visitor } from './open-town.ts'

const chromium = findChromium()

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('events that repeat in a browser', () => {
  let town: OpenTown
  let editor: Visitor
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())
  afterEach(async () => {
    expect(editor.complaints).toEqual([])
    await editor.context.close()
  })
  const enter = async (path: string): Promise<Page> => {
    editor = await createVisitor(town, { token: 'demo-editor' })
    return editor.open(path)
  }

  let number = 0
  /** Five Tuesdays from 17 June 2031, and the address of each. */
  const choir = async (recurrence = 'FREQ=WEEKLY;COUNT=5', title = `Choir ${++number}`): Promise<Event> =>
    town.calendar.events.create({ title, startDate: '2031-06-17 19:00', endDate: '2031-06-17 21:00', recurrence })
  const datesOf = async (slug: string): Promise<readonly Event[]> => {
    const { recurrence } = await town.calendar.events.get(slug)
    return (await town.calendar.events.list({ seriesIds: recurrence?.seriesId ?? 0, startsFrom: '2031-01-01' })).items
  }
  const shownDates = (page: Page): Promise<readonly string[]> => page.locator('#dates li').allTextContents()
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
  const saved = async (page: Page): Promise<string> => {
    await page.waitForURL(/\/event\/[^/]+$/)
    await isReady(page)
    return (await page.locator('#facts').textContent()) ?? ''
  }
  const answer = async (page: Page, label: string, button: string): Promise<void> => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(label).check()
    await dialog.getByRole('button', { name: button }).click()
  }

  test('the form shows the dates of a rule for every second Tuesday, and creates the series', async () => {
    const page = await enter('/new')
    await page.getByLabel('Title', { exact: true }).fill('Chess')
    await page.getByLabel('First day').fill('2031-06-17')
    await page.getByLabel('Start time').fill('19:00')
    await page.getByLabel('Last day').fill('2031-06-17')
    await page.getByLabel('End time').fill('21:00')
    expect(await page.getByLabel('Every how many').isVisible()).toBe(false)
    await page.getByLabel('How often').selectOption('Weekly')
    await page.getByLabel('Every how many weeks').fill('2')
    await page.getByText('Tuesday, 12 August 2031').waitFor()
    expect(await shownDates(page)).toEqual(['17 June', '1 July', '15 July', '29 July', '12 August'].map((day) => `Tuesday, ${day} 2031`))
    await page.getByLabel('Ends', { exact: true }).selectOption('After some dates')
    await page.getByLabel('Number of dates').fill('3')
    await page.getByText('Tuesday, 29 July 2031').waitFor({ state: 'detached' })
    await press(page, 'Save')
    const facts = await saved(page)
    expect(facts).toContain('Repeatsevery second Tuesday, 3 times')
    expect(await datesOf('chess')).toMatchObject(['06-17', '07-01', '07-15'].map((day) => ({ startDate: `2031-${day} 19:00:00` })))
    await page.getByRole('link', { name: 'Tuesday, 1 July 2031' }).click()
    await page.waitForURL('**/event/chess-2031-07-01')
    await isReady(page)
    const others = await page.locator('#facts li').allTextContents()
    expect(others.map((text) => text.split(' 2031')[0])).toEqual(['Tuesday, 17 June', 'Tuesday, 15 July'])
  })

  test('the suggested days of the month and of the week follow the start date', async () => {
    const page = await enter('/new')
    await page.getByLabel('First day').fill('2031-06-24')
    await page.getByLabel('How often').selectOption('Monthly')
    const days = page.getByLabel('On the day')
    const offered = (): Promise<readonly string[]> => days.locator('option:not([hidden])').allTextContents()
    expect(await offered()).toEqual(['the 24th', 'the fourth Tuesday', 'the last Tuesday'])
    await days.selectOption('the last Tuesday')
    await page.getByText('Tuesday, 29 July 2031').waitFor()
    await page.getByLabel('First day').fill('2031-06-30')
    expect(await offered()).toEqual(['the 30th', 'the last Monday', 'the last day'])
    await page.getByLabel('How often').selectOption('Weekly')
    expect(await page.getByLabel('Monday').isDisabled()).toBe(true)
    await page.getByLabel('Thursday').check()
    await page.getByText('Thursday, 3 July 2031').waitFor()
    await page.getByLabel('First day').fill('2031-07-01')
    await page.getByText('Friday, 4 July 2031').waitFor()
    expect(await page.locator('[name=weekdays]:checked').evaluateAll((all) => all.map((box) => box.getAttribute('value')))).toEqual([
      'TU',
      'FR',
    ])
    await page.getByLabel('Every how many weeks').fill('0')
    await page.getByText('The repetition must have INTERVAL from 1 to 1,000.').waitFor()
  })

  test.each([
    ['This date', ['', '', '€7', '', '']],
    ['This and all following dates', ['', '', '€7', '€7', '€7']],
    ['All dates, past ones too', ['€7', '€7', '€7', '€7', '€7']],
  ])('a change is saved with the scope “%s”', async (label, costs) => {
    const { slug } = await choir()
    const before = await datesOf(slug)
    const page = await enter(`/event/${before[2]?.slug}/edit`)
    await page.getByLabel('Cost', { exact: true }).fill('€7')
    await press(page, 'Save')
    await press(page, 'Go back')
    expect(await page.getByLabel('Cost', { exact: true }).inputValue()).toBe('€7')
    await press(page, 'Save')
    await answer(page, label, 'Save these dates')
    expect(await saved(page)).toContain('€7')
    const after = await Promise.all(before.map(({ id }) => town.calendar.events.get(id)))
    expect(after.map(({ cost }) => cost.text)).toEqual(costs)
    expect(after.map(({ startDate }) => startDate)).toEqual(before.map(({ startDate }) => startDate))
  })

  test('one date can be moved alone, or all dates together with the rule', async () => {
    const { slug } = await choir()
    const page = await enter(`/event/${slug}-2031-06-24/edit`)
    const moveTo = async (day: string): Promise<void> => {
      await page.getByLabel('First day').fill(day)
      await page.getByLabel('Last day').fill(day)
      await press(page, 'Save')
    }
    await moveTo('2031-06-25')
    await answer(page, 'This date', 'Save these dates')
    expect(await saved(page)).toContain('Repeatsevery Tuesday, 5 times')
    await editor.open(`/event/${slug}-2031-06-24/edit`)
    await page.getByText('Tuesday, 1 July 2031').waitFor()
    await editor.open(`/event/${slug}-2031-07-01/edit`)
    await moveTo('2031-07-03')
    await answer(page, 'All dates, past ones too', 'Save these dates')
    expect(await saved(page)).toContain('Repeatsevery Thursday, 5 times')
    const days = (await datesOf(slug)).map(({ startDate }) => startDate.slice(5, 10))
    expect(days).toEqual(['06-19', '06-25', '07-03', '07-10', '07-17'])
  })

  test('another rule cannot be saved for one date alone, and a series without a rule becomes its first date', async () => {
    const { slug } = await choir()
    const page = await enter(`/event/${slug}-2031-07-01/edit`)
    const offered = (): Promise<readonly string[]> => page.getByRole('dialog').locator('label').allTextContents()
    await page.getByLabel('Friday').check()
    await press(page, 'Save')
    expect(await offered()).toEqual(['This and all following dates', 'All dates, past ones too'])
    await answer(page, 'This and all following dates', 'Save these dates')
    expect(await saved(page)).toContain('Repeatsevery Tuesday and Friday, 5 times')
    expect((await datesOf(`${slug}-2031-06-17`)).map(({ startDate }) => startDate.slice(5, 10))).toEqual(['06-17', '06-24'])
    await editor.open(`/event/${slug}-2031-06-24/edit`)
    await page.getByLabel('How often').selectOption('Never')
    await press(page, 'Save')
    expect(await offered()).toEqual(['All dates, past ones too'])
    await answer(page, 'All dates, past ones too', 'Save these dates')
    expect(await saved(page)).not.toContain('Repeats')
    expect(await town.calendar.events.get(slug)).toMatchObject({ startDate: '2031-06-17 19:00:00', recurrence: null })
  })

  test('a rule that the form cannot express is shown and kept', async () => {
    const rule = 'FREQ=MONTHLY;COUNT=4;BYMONTHDAY=17,20'
    const { slug } = await choir(rule)
    const page = await enter(`/event/${slug}/edit`)
    expect(await page.locator('#repeat option:checked').textContent()).toBe(`By the rule ${rule}`)
    await page.getByText('Friday, 20 June 2031').waitFor()
    await page.getByLabel('Cost', { exact: true }).fill('€7')
    await press(page, 'Save')
    expect(await saved(page)).toContain(`Repeatsby the rule ${rule}`)
    expect((await datesOf(slug)).map(({ cost }) => cost.text)).toEqual(['€7', '€7', '€7', '€7'])
  })

  test('a date can be moved to the trash alone, with the following ones, or with all', async () => {
    const { slug } = await choir()
    const page = await enter(`/event/${slug}-2031-06-24`)
    const put = async (label: string, left: readonly string[]): Promise<void> => {
      await press(page, 'Put into the trash')
      await answer(page, label, 'Put into the trash')
      await page.waitForURL(`${town.url}/`)
      const { items } = await town.calendar.events.list({ search: `"Choir ${number}"`, startsFrom: '2031-01-01' })
      expect(items.map(({ startDate }) => startDate.slice(5, 10))).toEqual(left)
    }
    await put('This date', ['06-17', '07-01', '07-08', '07-15'])
    await editor.open(`/event/${slug}-2031-07-08`)
    await put('This and all following dates', ['06-17', '07-01'])
    await editor.open(`/event/${slug}-2031-06-17`)
    await put('All dates, past ones too', [])
  })

  test('the market shows its moved and its cancelled date', async () => {
    const page = await enter('/event/green-market-2031-06-13')
    expect(await page.locator('#facts').textContent()).toContain('Repeatsevery Friday, 12 times')
    expect(await page.locator('#facts li').allTextContents()).toEqual([
      'Thursday, 19 June 2031, 15:00–19:00',
      'Friday, 27 June 2031, 15:00–19:00',
      'Friday, 4 July 2031, 15:00–19:00 (cancelled)',
      'Friday, 11 July 2031, 15:00–19:00',
      'Friday, 18 July 2031, 15:00–19:00',
    ])
    await editor.open('/?view=dayGridMonth')
    const markets = page.getByRole('link', { name: 'Green Market' })
    await page.getByRole('heading', { name: 'June 2031' }).waitFor()
    expect(await markets.count()).toBe(6)
    await page.getByLabel('Show each series once').check()
    await page.waitForFunction(() => document.querySelectorAll('#calendar a[href^="/event/green-market"]').length === 1)
    expect(new URL(page.url()).searchParams.get('recurring')).toBe('next')
  })

  test('the event status and the attendance of one date can be changed', async () => {
    const { slug } = await choir()
    const page = await enter(`/event/${slug}-2031-06-24/edit`)
    await page.getByLabel('Takes place').selectOption('Moved online')
    await page.getByLabel('Why not as announced').fill('The hall is flooded')
    await page.getByLabel('Attendance').selectOption('Online')
    await page.getByLabel('Online at').fill('https://example.org/choir')
    await press(page, 'Save')
    await answer(page, 'This date', 'Save these dates')
    expect(await saved(page)).toContain('example.org')
    expect(await page.locator('#badges').textContent()).toBe('Moved online')
    expect(await page.locator('#facts').textContent()).toContain('WhyThe hall is flooded')
    const why = { eventStatus: 'movedOnline', eventStatusReason: 'The hall is flooded' }
    const changed = { ...why, attendance: 'online', onlineUrl: 'https://example.org/choir' }
    expect(await town.calendar.events.get(`${slug}-2031-06-24`)).toMatchObject(changed)
    expect((await town.calendar.events.get(`${slug}-2031-07-01`)).eventStatus).toBe('scheduled')
  })

  test('nothing in a series becomes HTML', async () => {
    const { slug } = await choir('FREQ=WEEKLY;COUNT=3', '<img src=x onerror="document.title=1">')
    const page = await enter(`/event/${slug}-2031-06-24`)
    for (const path of [`/event/${slug}`, `/event/${slug}-2031-06-24/edit`]) await editor.open(path)
    await page.getByText('Tuesday, 1 July 2031').waitFor()
    expect(await page.locator('main :is(script, img)').count()).toBe(0)
    expect(await page.title()).toBe('Edit an event · Quellbrunn')
  })
})
