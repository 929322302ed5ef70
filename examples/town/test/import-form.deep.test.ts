import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { type OpenTown, openTown } from './open-town.ts'

const chromium = findChromium()

const eventOf = (uid: string, title: string): string =>
  `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${title}\nDTSTART;TZID=Europe/Berlin:20310620T193000\nDURATION:PT90M\nEND:VEVENT\n`
const fileOf = (text: string, name = 'club.ics') => ({ name, mimeType: '', buffer: Buffer.from(text) })

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('an import in a browser without JavaScript', () => {
  let town: OpenTown
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())

  test('finds the page, sees a preview, decides about a doubtful event, and imports', async () => {
    const context = await town.browser.newContext({ javaScriptEnabled: false, baseURL: town.url })
    const page = await context.newPage()
    const click = (name: string): Promise<void> => page.getByRole('button', { name }).click()
    await page.goto('/new')
    await page.getByRole('link', { name: 'Import events from a file' }).click()
    await page.getByLabel('Where the events are from').fill('Sports club')
    await page.getByLabel('File:').setInputFiles(fileOf(`BEGIN:VCALENDAR\n${eventOf('c1', 'Yoga')}${eventOf('c2', 'Judo')}END:VCALENDAR\n`))
    await page.getByLabel('Signed in as').selectOption('Eda, editor')
    await click('Preview')
    await page.getByText('2 new, 0 changed, 0 unchanged, 0 not imported. Nothing is written yet.').waitFor()
    await click('Import')
    await page.getByRole('heading', { name: 'Imported: club.ics' }).waitFor()
    const { id } = await town.calendar.events.get('yoga')

    await page.getByLabel('Where the events are from').fill('Town office')
    await page.getByLabel('File:').setInputFiles(fileOf('uid,title,start,end\nt1,Yoga,2031-06-20 19:30,2031-06-20 21:00\n', 'office.csv'))
    await page.getByText('Columns of a table').click()
    await page.getByLabel('Unique id').fill('uid')
    await click('Preview')
    await page.getByRole('heading', { name: 'Perhaps here already' }).waitFor()
    expect(await page.getByRole('link', { name: 'Yoga, 2031-06-20 19:30:00' }).getAttribute('href')).toBe('/event/yoga')
    await page.getByLabel('Line 2: Yoga').selectOption(`same ${id}`)
    await click('Import')
    await page.getByText('0 new, 0 changed, 1 unchanged, 0 not imported.').waitFor()
    expect((await town.calendar.events.list({ search: 'yoga' })).total).toBe(1)
    await context.close()
  })
})
