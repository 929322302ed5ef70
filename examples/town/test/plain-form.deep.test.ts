import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { type OpenTown, openTown } from './open-town.ts'

const chromium = findChromium()

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('a browser without JavaScript', () => {
  let town: OpenTown
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())

  test('finds the form, sees the first dates of a rule, and saves it', async () => {
    const context = await town.browser.newContext({ javaScriptEnabled: false, baseURL: town.url })
    const page = await context.newPage()
    await page.goto('/new')
    await page.getByRole('link', { name: 'Use the form without it.' }).click()
    await page.getByLabel('Title', { exact: true }).fill('Chess')
    await page.getByLabel('First day').fill('2031-06-17')
    await page.getByLabel('Start time').fill('19:00')
    await page.getByLabel('Last day').fill('2031-06-17')
    await page.getByLabel('End time').fill('21:00')
    await page.getByLabel('How often').selectOption('Weekly')
    await page.getByLabel('Every how many').fill('2')
    await page.getByRole('button', { name: 'Show the first dates' }).click()
    await page.getByText('Tuesday, 1 July 2031').waitFor()
    await page.getByLabel('Signed in as').selectOption('Eda, editor')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The event is saved.').waitFor()
    expect((await town.calendar.events.get('chess')).recurrence?.rule).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU')

    await page.goto('/event/chess-2031-07-01/plain')
    await page.getByLabel('Cost', { exact: true }).fill('€7')
    await page.getByLabel('This and all following dates').check()
    await page.getByLabel('Signed in as').selectOption('Eda, editor')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The event is saved.').waitFor()
    const costs = await Promise.all(['06-17', '07-01', '07-15'].map((day) => town.calendar.events.get(`chess-2031-${day}`)))
    expect(costs.map(({ cost }) => cost.text)).toEqual(['', '€7', '€7'])
    await context.close()
  })
})
