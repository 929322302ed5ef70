import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findChromium } from '../../examples/town/test/chromium.ts'
import { faultsOf, type OpenAdmin, openAdmin } from './open-admin.ts'

test('the data provider has at most 150 lines', () => {
  const text = readFileSync(join(import.meta.dirname, '../../examples/admin/src/data-provider.ts'), 'utf8')
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

const chromium = findChromium()
const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click()

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('the admin in Chromium', () => {
  let admin: OpenAdmin
  beforeAll(async () => {
    admin = await openAdmin(chromium ?? '', inject('apps'))
  })
  afterAll(() => admin.close())

  /** Saves or removes, and waits for the list that comes then. */
  const send = async (page: Page, button: string | RegExp): Promise<void> => {
    await press(page, button)
    await page.getByRole('heading', { level: 1, name: /^(?:Events|Venues|Organizers|Categories|Tags)$/ }).waitFor()
  }
  const firstCells = (page: Page): Promise<readonly string[]> => page.locator('tbody td:first-child').allInnerTexts()
  const create = (title: string, more: object = {}) =>
    admin.ask('POST', '/events', { title, start_date: '2031-09-02 10:00', end_date: '2031-09-02 12:00', ...more })
  const datesOf = async (title: string) => {
    const { events } = await admin.ask('GET', `/events?search=${encodeURIComponent(title)}&window=all`)
    return events.map((event: { start_date: string; title: string; cost: string }) => [
      event.start_date.slice(0, 16),
      event.title,
      event.cost,
    ])
  }

  test('a stranger sees nothing but the sign-in, and a wrong password is refused', async () => {
    const page = await admin.openAsStranger('/events')
    expect(await faultsOf(page)).toEqual([])
    expect((await page.request.get('/calendar/events/v1/events', { maxRetries: 3 })).status()).toBe(401)
    await page.getByLabel(/^Password/).fill('friend')
    await press(page, 'Sign in')
    await page.getByRole('alert').getByText('This is not the password.').waitFor()
    await page.getByLabel(/^Password/).fill('open sesame')
    await press(page, 'Sign in')
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    await press(page, 'Sign out')
    await page.getByLabel(/^Password/).waitFor()
    expect((await page.request.get('/calendar/events/v1/events', { maxRetries: 3 })).status()).toBe(401)
  })

  test('a list has filters, an order and pages, which stand in its address', async () => {
    const page = await admin.open('/events')
    await page.getByLabel('When').selectOption('All')
    await page.getByText('Page 1 of 2, 30 in all').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await press(page, 'Title')
    await page.getByRole('columnheader', { name: 'Title' }).and(page.locator('[aria-sort=ascending]')).waitFor()
    await page.getByRole('cell', { name: 'Concert 1', exact: true }).waitFor()
    await press(page, 'Title')
    await page.locator('tbody tr:first-child').getByText('Rehearsal').waitFor()
    await press(page, 'Next page')
    await page.getByText('Page 2 of 2').waitFor()
    await expect.poll(async () => (await firstCells(page)).length).toBe(10)
    await page.reload()
    await page.getByText('Page 2 of 2').waitFor()
    await page.getByLabel('Search').fill('Concert 24')
    await page.getByText('Page 1 of 1, 1 in all').waitFor()
    await expect.poll(() => firstCells(page)).toEqual(['Concert 24'])
    await page.getByLabel('Status').selectOption('Draft')
    await page.getByText('0 in all').waitFor()
  })

  test('a form shows issues at their fields, and creates an event with places and terms', async () => {
    const page = await admin.open('/events/create')
    await page.getByLabel('Start').fill('2031-08-01T10:00')
    await page.getByLabel('End').fill('2031-08-01T09:00')
    await page.getByLabel('Website').fill('not an address')
    await press(page, 'Save')
    await page.getByRole('alert').waitFor()
    const issueOf = async (label: string): Promise<string> => {
      const hint = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')
      return page.locator(`[id="${hint}"]`).innerText()
    }
    expect([await issueOf('Title'), await issueOf('End'), await issueOf('Website')]).toEqual([
      'must not be empty',
      'must not be before the start',
      'must be an address that begins with http:// or https:// and has no user name',
    ])
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel('Title').fill('Market')
    await page.getByLabel('End').fill('2031-08-01T12:00')
    await page.getByLabel('Website').fill('https://example.org/market')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByLabel('Find Venues').fill('park')
    await page.getByRole('checkbox', { name: 'Park' }).check()
    await page.getByRole('checkbox', { name: 'Music' }).check()
    await page.getByLabel('Status').selectOption('Draft')
    await send(page, 'Save')
    await page.getByText(/^Successfully created/).waitFor()
    const { events } = await admin.ask('GET', '/events?search=Market&status=draft&window=all')
    expect(events).toMatchObject([
      {
        title: 'Market',
        start_date: '2031-08-01 10:00:00',
        timezone: 'Europe/Berlin',
        status: 'draft',
        venue: { venue: 'Park' },
        categories: [{ name: 'Music' }],
      },
    ])
  })

  test('the date of a series is changed and removed alone, with all later ones, or with all', async () => {
    await create('Choir', { recurrence: 'FREQ=WEEKLY;COUNT=5' })
    const edit = async (date: string, fields: Readonly<Record<string, string>>, scope: string, button = 'Save'): Promise<void> => {
      const { events } = await admin.ask('GET', `/events?search=Choir&start_date=${date}&end_date=${date}`)
      const page = await admin.open(`/events/edit/${events[0].id}`)
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
      await page.getByRole('radio', { name: scope, exact: true }).check()
      if (fields['Cost']) expect(await faultsOf(page)).toEqual([])
      await send(page, button)
    }
    await edit('2031-09-09', { Title: 'Choir outside' }, 'This date')
    await edit('2031-09-23', { Start: '2031-09-23T11:00', End: '2031-09-23T13:00' }, 'This and all later ones')
    expect(await datesOf('Choir')).toEqual([
      ['2031-09-02 10:00', 'Choir', ''],
      ['2031-09-09 10:00', 'Choir outside', ''],
      ['2031-09-16 10:00', 'Choir', ''],
      ['2031-09-23 11:00', 'Choir', ''],
      ['2031-09-30 11:00', 'Choir', ''],
    ])
    await edit('2031-09-16', { Cost: '5' }, 'All dates')
    await edit('2031-09-02', {}, 'This date', 'Put into the trash')
    await edit('2031-09-30', {}, 'This and all later ones', 'Put into the trash')
    expect(await datesOf('Choir')).toEqual([
      ['2031-09-09 10:00', 'Choir outside', '5'],
      ['2031-09-16 10:00', 'Choir', '5'],
      ['2031-09-23 11:00', 'Choir', ''],
    ])
    await edit('2031-09-16', {}, 'All dates', 'Put into the trash')
    expect(await datesOf('Choir')).toEqual([['2031-09-23 11:00', 'Choir', '']])
    const { events } = await admin.ask('GET', '/events?search=Choir&start_date=2031-09-23&end_date=2031-09-23')
    const page = await admin.open(`/events/edit/${events[0].id}`)
    await page.getByRole('link', { name: 'The series itself' }).click()
    await page.getByLabel('Repeats').fill('FREQ=WEEKLY;COUNT=2')
    await send(page, 'Save')
    expect(await datesOf('Choir')).toHaveLength(2)
  })

  test('what is in the trash comes back, or goes for good', async () => {
    const { id } = await create('Regatta')
    const page = await admin.open(`/events/edit/${id}`)
    await send(page, 'Put into the trash')
    await page.getByText('It is in the trash.').waitFor()
    await page.getByRole('link', { name: 'Trash' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Regatta' })
    await row.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await row.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('It is restored.').waitFor()
    await row.waitFor({ state: 'detached' })
    expect((await admin.ask('GET', `/events/${id}`)).status).toBe('publish')
    await admin.ask('DELETE', `/events/${id}`)
    await page.reload()
    page.on('dialog', (dialog) => dialog.accept())
    await row.getByRole('button', { name: 'Delete for good' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await admin.ask('GET', `/events/${id}`)).code).toBe('not_found')
  })

  test('a series comes back from the trash with its dates', async () => {
    const { id } = await create('Ballet', { recurrence: 'FREQ=DAILY;COUNT=3' })
    await admin.ask('DELETE', `/events/${id}`)
    const page = await admin.open('/trash/events')
    const rows = page.getByRole('row').filter({ hasText: 'Ballet' })
    await rows.first().waitFor()
    await rows.first().getByRole('button', { name: 'Restore' }).click()
    await page.locator('.notice.error').waitFor()
    await page.getByRole('radio', { name: 'Its whole series' }).check()
    await rows.first().getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => datesOf('Ballet')).toHaveLength(3)
  })

  test('a history tells what was changed, and leads back', async () => {
    const { id } = await create('Lecture', { cost: '3' })
    await admin.ask('PATCH', `/events/${id}`, { title: 'Long lecture', cost: '4' })
    const page = await admin.open(`/events/edit/${id}`)
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('Version 2: updated by editor').waitFor()
    expect(
      await history
        .getByRole('listitem')
        .filter({ hasText: /^title/ })
        .innerText(),
    ).toBe('title: Lecture became Long lecture')
    expect(await faultsOf(page)).toEqual([])
    await history.getByRole('button', { name: 'Back to version 1' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lecture', exact: true }).waitFor()
    expect(await page.getByLabel('Cost').inputValue()).toBe('3')
    await history.getByText('Version 3: updated by editor').waitFor()
    expect(await admin.ask('GET', `/events/${id}`)).toMatchObject({ title: 'Lecture', cost: '3', version: 3 })
  })

  test('a form says that a venue is taken, before and when it is saved', async () => {
    const page = await admin.open('/events/create')
    await page.getByLabel('Title').fill('Quintet')
    await page.getByLabel('Time zone').fill('Europe/London')
    await page.getByRole('checkbox', { name: 'Town Hall' }).check()
    await page.getByLabel('Start').fill('2031-06-10T20:00')
    await page.getByLabel('End').fill('2031-06-10T21:00')
    const hint = page.locator('form').getByRole('status')
    expect(await hint.innerText()).toBe('')
    await page.getByLabel('Start').fill('2031-06-10T19:30')
    await hint.getByRole('link', { name: 'Rehearsal, 2031-06-10 19:00' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await press(page, 'Save')
    await page.getByRole('group', { name: 'Venues' }).getByText('The venue is taken at that time.').waitFor()
    await page.getByRole('checkbox', { name: 'Town Hall' }).uncheck()
    await expect.poll(() => hint.innerText()).toBe('')
    await send(page, 'Save')
  })

  test('an event is not in its own way', async () => {
    const { events } = await admin.ask('GET', '/events?search=%22Concert%205%22&window=all')
    const { id } = await create('Duo', {
      start_date: '2031-07-05 21:00',
      end_date: '2031-07-05 23:00',
      timezone: 'Europe/Berlin',
      venue: events[0].venue.id,
    })
    const page = await admin.open(`/events/edit/${id}`)
    const hint = page.locator('form').getByRole('status')
    await expect.poll(() => hint.innerText()).toBe('A venue is taken at that time: Concert 5, 2031-07-05 20:00')
    await page.getByLabel('Start').fill('2031-07-05T22:00')
    await expect.poll(() => hint.innerText()).toBe('')
  })

  test.each(['/events', '/events/create', '/trash/events'])('%s fits a narrow dark window', async (path) => {
    const page = await admin.open(path)
    await page.setViewportSize({ width: 320, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page
      .getByLabel('Find Venues')
      .or(page.getByText(/in all$/))
      .waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(await faultsOf(page)).toEqual([])
  })

  test('a version that somebody else has replaced is not overwritten', async () => {
    const { id } = await create('Tango')
    const page = await admin.open(`/events/edit/${id}`)
    await page.getByLabel('Title').fill('Tango for all')
    await admin.ask('PATCH', `/events/${id}`, { cost: '8' })
    await press(page, 'Save')
    await page.getByRole('alert').getByText('Somebody else has changed this record meanwhile, so nothing was saved.').waitFor()
    await press(page, 'Load the newer version instead of mine')
    await expect.poll(() => page.getByLabel('Cost').inputValue()).toBe('8')
    expect(await page.getByLabel('Title').inputValue()).toBe('Tango')
    await page.getByLabel('Title').fill('Tango for all')
    await send(page, 'Save')
    expect(await admin.ask('GET', `/events/${id}`)).toMatchObject({ title: 'Tango for all', cost: '8', version: 3 })
  })

  test.each([
    { resource: 'venues', one: 'venue', name: 'Mill', label: 'City', value: 'Ulm' },
    { resource: 'organizers', one: 'organizer', name: 'Guild', label: 'Email', value: 'guild@example.org' },
    { resource: 'categories', one: 'category', name: 'Dance', label: 'Slug', value: 'dancing' },
    { resource: 'tags', one: 'tag', name: 'Open air', label: 'Slug', value: 'outside' },
  ])('$resource are created, changed and removed', async ({ resource, one, name, label, value }) => {
    const page = await admin.open(`/${resource}`)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: `New ${one}` }).click()
    await press(page, 'Save')
    await page.getByText('must not be empty').waitFor()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel(label).fill(value)
    await send(page, 'Save')
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await page.getByLabel(label).inputValue()).toBe(value)
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel('Name').fill(`${name} two`)
    await send(page, 'Save')
    await page.getByRole('link', { name: `${name} two` }).click()
    await page.getByText('Version 2').waitFor()
    page.on('dialog', (dialog) => dialog.accept())
    await send(page, /trash|for good/)
    await page.getByRole('link', { name: `${name} two` }).waitFor({ state: 'detached' })
  })

  test('no console complained', () => {
    expect(admin.complaints).toEqual([])
  })
})
