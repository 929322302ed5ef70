import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, type OpenTown, openTown } from './open-town.ts'

const chromium = findChromium()
const api = '/calendar/events/v1'

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('calendar programs and places in a browser', () => {
  let town: OpenTown
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())
  const webcal = (path: string): string => `${town.url.replace('http:', 'webcal:')}${path}`

  test('the links follow the filters, and the address is copied by keyboard', async () => {
    const { context, open, complaints } = await createVisitor(town)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: town.url })
    const page = await open('/?view=agenda')
    const program = page.getByRole('link', { name: 'Subscribe' })
    expect(await program.getAttribute('href')).toBe(webcal(`${api}/events.ics`))
    await page.getByLabel('Search', { exact: true }).fill('choir & jazz')
    await page.waitForFunction(() => location.search.includes('choir'))
    const file = `${api}/events.ics?search=choir+%26+jazz`
    expect(await program.getAttribute('href')).toBe(webcal(file))
    await page.getByRole('link', { name: 'Download the file' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The address is copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(town.url + file)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an event is downloaded', async () => {
    const { context, open, complaints } = await createVisitor(town)
    const page = await open('/event/town-fair-parade')
    const { id } = await town.calendar.events.get('town-fair-parade')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the file' }).click()
    expect((await downloading).suggestedFilename()).toBe(`event-${id}.ics`)
    expect(await page.getByRole('link', { name: 'Subscribe to this event' }).getAttribute('href')).toBe(webcal(`${api}/events/${id}.ics`))
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a refused clipboard leaves the address in sight', async () => {
    const { context, page, open } = await createVisitor(town)
    await context.addInitScript(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('refused')) })
    })
    await open('/')
    await page.getByRole('button', { name: 'Copy the address' }).click()
    await page.getByText(`The browser copies nothing. The address is ${town.url}${api}/events.ics`).waitFor()
    await context.close()
  })

  test('without JavaScript there are the links, the places, and no button', async () => {
    const context = await town.browser.newContext({ javaScriptEnabled: false, baseURL: town.url })
    const page = await context.newPage()
    await page.goto('/?categories=1')
    expect(await page.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe(webcal(`${api}/events.ics?categories=1`))
    expect(await page.getByRole('button', { name: 'Copy the address' }).isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Places' }).click()
    await page.getByRole('link', { name: 'Events at Town Hall' }).waitFor()
    expect(await page.getByLabel('Nearest to').isVisible()).toBe(false)
    await context.close()
  })

  test('places are sorted by their distance from one of them, or from the reader', async () => {
    const { context, open, complaints } = await createVisitor(town)
    const { geoLat: latitude, geoLng: longitude } = (await town.calendar.venues.list({ search: 'Town Hall' })).items[0] ?? {}
    const page = await open('/places')
    const first = page.locator('#places li').first()
    const names = await page.locator('#places h2').allTextContents()
    await page.getByLabel('Nearest to').selectOption('Town Hall')
    expect([await first.locator('h2').textContent(), await first.locator('.distance').textContent()]).toEqual(['Town Hall', '0 m'])
    await page.getByText('The places nearest to Town Hall come first.').waitFor()
    await page.getByLabel('Nearest to').selectOption('By name')
    expect(await page.locator('#places h2').allTextContents()).toEqual(names)
    expect(await page.locator('#count').textContent()).toBe(`Places by name: ${names.length}.`)
    await page.getByRole('button', { name: 'Nearest to me' }).press('Enter')
    await page.getByText('The browser does not tell your position.').waitFor()
    await context.grantPermissions(['geolocation'], { origin: town.url })
    await context.setGeolocation({ latitude: latitude ?? 0, longitude: longitude ?? 0 })
    await page.getByRole('button', { name: 'Nearest to me' }).press('Enter')
    await page.getByText('The places nearest to you come first.').waitFor()
    expect(await first.locator('h2').textContent()).toBe('Town Hall')
    await first.getByRole('link').click()
    await page.waitForURL(/\?venue=\d+/)
    expect(complaints).toEqual([])
    await context.close()
  })
})
