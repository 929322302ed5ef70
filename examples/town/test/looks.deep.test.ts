import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, type OpenTown, openTown } from './open-town.ts'

const chromium = findChromium()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** `TOWN_IMAGES=1` renews the pictures of the documentation; `pngquant --force --ext .png docs/images/*.png` then makes them small. */
const images = process.env['TOWN_IMAGES'] === '1' ? fileURLToPath(new URL('../../../docs/images/', import.meta.url)) : undefined
const pictured = [
  'month 1280',
  'month 768',
  'week 1280',
  'list 360',
  'event 360',
  'form 768',
  'rule 768',
  'repeats 360',
  'scope 360',
  'faults 360',
  'conflict 1280',
  'conflict 360',
]

/** A page, with actions to run before it is checked. */
interface Scene {
  readonly name: string
  readonly path: string
  readonly token?: string
  readonly act?: (page: Page, town: OpenTown) => Promise<unknown>
}

const editor = { token: 'demo-editor' }

async function makeFaults(page: Page): Promise<void> {
  await page.getByLabel('Website').fill('nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.error').first().waitFor()
}

/** Every month on the last Friday, until a day. */
async function makeRule(page: Page): Promise<void> {
  await page.getByLabel('First day').fill('2031-06-27')
  await page.getByLabel('How often').selectOption('Monthly')
  await page.getByLabel('On the day').selectOption('the last Friday')
  await page.getByLabel('Ends', { exact: true }).selectOption('On a date')
  await page.getByLabel('Repeats until').fill('2031-12-31')
  await page.getByText('Friday, 25 July 2031').waitFor()
  await page.locator('.repeat').evaluate((fieldset) => fieldset.scrollIntoView())
}

async function collide(page: Page, { calendar }: OpenTown): Promise<void> {
  const event = await calendar.events.get('metropolis-with-live-piano')
  await page.getByLabel('Cost', { exact: true }).fill('€20')
  await calendar.events.update(event.id, { title: `${event.title} and Drums`, cost: '€12' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').waitFor()
  await calendar.events.update(event.id, { title: event.title, cost: event.cost.text })
}

/** Opens an event that visitors do not see in the calendar. */
async function openUnlisted(page: Page, { calendar }: OpenTown): Promise<void> {
  const evening = { startDate: '2031-06-20 19:00', endDate: '2031-06-20 21:00' }
  const { slug } = await calendar.events.create({ title: 'Secret supper', ...evening, status: 'draft', hidden: true })
  await page.goto(`/event/${slug}`)
  await page.locator('#listing').waitFor()
}

/** Opens an event with a history, after a change of it was undone. */
async function undoChange(page: Page, { calendar }: OpenTown): Promise<void> {
  const { id, slug } = await calendar.events.create({ title: 'Choir', startDate: '2031-06-20 19:00', endDate: '2031-06-20 21:00' })
  await calendar.events.update(id, {
    startDate: '2031-06-20 20:00',
    endDate: '2031-06-20 22:00',
    website: `https://example.org/${'a'.repeat(60)}`,
  })
  await page.goto(`/event/${slug}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('#undone:not([hidden])').waitFor()
}

/** Imports an event, then previews it from another source, with a row that cannot be read. */
async function previewImport(page: Page): Promise<void> {
  const preview = async (source: string, rows: string): Promise<void> => {
    await page.getByLabel('Where the events are from').fill(source)
    await page.getByLabel('Signed in as').selectOption('Eda, editor')
    const file = { name: 'events.csv', mimeType: 'text/csv', buffer: Buffer.from(`title,start\n${rows}`) }
    await page.getByLabel('File:').setInputFiles(file)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
  }
  await preview('Sports club', 'Judo,2031-06-20 19:30\n')
  await page.getByRole('button', { name: 'Import' }).click()
  await preview('Town office', 'Judo,2031-06-20 19:30\nYoga,soon\n')
  await page.getByRole('heading', { name: 'Perhaps here already' }).waitFor()
}

/** Previews a merge that fills something. */
async function previewMerge(page: Page, { calendar }: OpenTown): Promise<void> {
  const copy = await calendar.venues.create({ name: 'Copied Hall', phone: '0123 456', excerpt: '<p>Twice</p>' })
  await page.getByLabel('Signed in as').selectOption('Eda, editor')
  await page.getByRole('button', { name: 'Show the venues' }).click()
  await page.locator(`[type=checkbox][name=from][value="${copy.id}"]`).check()
  await page.getByRole('radio', { name: /^Town Hall/ }).check()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: 'Merge' }).waitFor()
}

/** Accepted violations: the component names the parts of its grids by `aria-label` alone, which these rules do not accept as a name. */
const accepted: Readonly<Record<string, RegExp>> = {
  'empty-table-header': /^<div role="(?:column|row)header" (?:[a-z-]+="[^"]*" )*aria-label="[^"]+"/,
  'label-content-name-mismatch': /^<div role="gridcell" aria-label="[^"]+"/,
}

/** The violations that axe finds, each with its rule and its element. */
async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated through the debugger: the page's own policy would refuse a script element.
  await page.evaluate(axe)
  const found = await page.evaluate(async (): Promise<readonly [string, string][]> => {
    const report = await Reflect.get(window, 'axe').run(document, { resultTypes: ['violations'] })
    return report.violations.flatMap(({ id, nodes }: { id: string; nodes: readonly { html: string }[] }) =>
      nodes.map(({ html }) => [id, html]),
    )
  })
  return found.filter(([id, html]) => accepted[id]?.test(html) !== true).map(([id, html]) => `${id}: ${html}`)
}

const scenes: readonly Scene[] = [
  { name: 'month', path: '/?view=dayGridMonth', ...editor },
  { name: 'more', path: '/?view=dayGridMonth', act: (page) => page.locator('[role=gridcell]').getByRole('button').first().click() },
  { name: 'week', path: '/?view=timeGridWeek&date=2031-06-17' },
  { name: 'list', path: '/?view=agenda' },
  { name: 'numbers', path: '/?view=agenda&search=fair', act: (page) => page.getByRole('checkbox', { name: 'Sport, no events' }).waitFor() },
  { name: 'event', path: '/event/light-on-paper', ...editor },
  { name: 'unlisted', path: '/event/light-on-paper', ...editor, act: openUnlisted },
  { name: 'undone', path: '/event/light-on-paper', ...editor, act: undoChange },
  {
    name: 'trash',
    path: '/event/light-on-paper',
    ...editor,
    act: (page) => page.getByRole('button', { name: 'Put into the trash' }).click(),
  },
  { name: 'repeats', path: '/event/green-market-2031-06-13', ...editor },
  {
    name: 'dates',
    path: '/event/green-market-2031-06-13',
    ...editor,
    act: (page) => page.getByRole('button', { name: 'Put into the trash' }).click(),
  },
  { name: 'rule', path: '/new', ...editor, act: makeRule },
  {
    name: 'scope',
    path: '/event/green-market-2031-06-20/edit',
    ...editor,
    act: (page) => page.getByRole('button', { name: 'Save' }).click(),
  },
  { name: 'nothing', path: '/event/nothing' },
  { name: 'places', path: '/places' },
  { name: 'near', path: '/places', act: (page) => page.getByLabel('Nearest to').selectOption('Town Hall') },
  { name: 'form', path: '/event/town-fair/edit', ...editor },
  { name: 'plain', path: '/event/green-market-2031-06-13/plain' },
  { name: 'import', path: '/import', act: previewImport },
  { name: 'strangers', path: '/merge-venues' },
  { name: 'merge', path: '/merge-venues', act: previewMerge },
  { name: 'faults', path: '/new', ...editor, act: makeFaults },
  { name: 'conflict', path: '/event/metropolis-with-live-piano/edit', ...editor, act: collide },
]

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('the pages of the town', () => {
  let town: OpenTown
  beforeAll(async () => {
    town = await openTown(chromium ?? '')
    if (images !== undefined) mkdirSync(images, { recursive: true })
  })
  afterAll(() => town.close())

  const widths = images === undefined ? [360, 1280] : [360, 768, 1280]
  test.each(widths.flatMap((width) => scenes.map((scene) => ({ ...scene, width }))))(
    'the page $name is accessible at $width pixels',
    async ({ name, path, token, act, width }) => {
      const { page, open, complaints, context } = await createVisitor(town, {
        width,
        height: width === 360 ? 720 : 860,
        ...(token && { token }),
      })
      await open(path)
      await act?.(page, town)
      expect(await violations(page)).toEqual([])
      // Nothing sticks out to the right.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(complaints).toEqual([])
      if (images !== undefined && pictured.includes(`${name} ${width}`))
        await page.screenshot({ path: `${images}town-${name}-${width}.png`, fullPage: name === 'month' })
      await context.close()
    },
  )
})
