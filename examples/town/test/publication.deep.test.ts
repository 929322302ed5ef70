import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, isReady, type OpenTown, openTown } from './open-town.ts'

const chromium = findChromium()

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('publication in a browser', () => {
  let town: OpenTown
  let close: (() => Promise<void>)[] = []
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())
  afterEach(async () => {
    await Promise.all(close.map((end) => end()))
    close = []
  })
  /** The page of a person, in a browser profile of their own. */
  const openAs = async (token: string, path: string): Promise<Page> => {
    const visitor = await createVisitor(town, { token })
    close.push(async () => {
      expect(visitor.complaints).toEqual([])
      await visitor.context.close()
    })
    return visitor.open(path)
  }
  const save = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/event\/[^/]+$/)
    await isReady(page)
    return new URL(page.url()).pathname
  }
  const addVenue = async (page: Page, name: string): Promise<void> => {
    await page.getByText('A new venue').click()
    await page.getByLabel('Name of the venue').fill(name)
  }
  const slugOf = (path: string): string => decodeURIComponent(path.slice('/event/'.length))
  /** Saves a draft as an author; gives the path of its page. */
  const draftBy = async (token: string, title: string, venue?: string): Promise<string> => {
    const page = await openAs(token, '/new')
    await page.getByLabel('Title', { exact: true }).fill(title)
    await page.getByLabel('All day').check()
    await page.getByLabel('First day').fill('2031-06-20')
    await page.getByLabel('Last day').fill('2031-06-20')
    await page.getByLabel('Status').selectOption('Draft')
    if (venue !== undefined) await addVenue(page, venue)
    return save(page)
  }
  const publish = async (page: Page): Promise<void> => {
    await page.getByLabel('Status').selectOption('Published')
    await save(page)
  }
  const factsOn = (page: Page): Promise<string> => page.locator('#facts').innerText()
  const isMissing = async (token: string, path: string): Promise<boolean> =>
    (await openAs(token, path)).getByRole('heading', { name: 'Not here' }).isVisible()
  const offers = async (token: string, venue: string): Promise<number> =>
    (await openAs(token, '/new')).locator('#venues label', { hasText: venue }).count()

  test('a draft of an author and its new venue are shown to visitors once an editor publishes the draft', async () => {
    const path = await draftBy('demo-author', 'Вечер «Мой Пушкин»', 'Дом «Заря»')
    expect(slugOf(path)).toBe('вечер-мой-пушкин')
    expect(await factsOn(await openAs('demo-author', path))).toContain('Дом «Заря»')
    expect(await Promise.all([isMissing('', path), isMissing('demo-author-2', path)])).toEqual([true, true])
    expect(await Promise.all(['demo-author', 'demo-author-2'].map((token) => offers(token, 'Заря')))).toEqual([1, 0])

    await town.calendar.events.update(slugOf(path), { categories: 'Поэзия' })
    await publish(await openAs('demo-editor', `${path}/edit`))
    const shown = await openAs('', path)
    expect(await shown.getByRole('heading', { level: 1 }).textContent()).toBe('Вечер «Мой Пушкин»')
    for (const part of ['Дом «Заря»', 'Поэзия']) expect(await factsOn(shown)).toContain(part)
    expect(await offers('demo-author-2', 'Заря')).toBe(1)
  })

  test('a scheduled event and its new venue are shown to visitors when their date comes', async () => {
    const path = await draftBy('demo-author', '春の夜会', 'ひだまり')
    await town.calendar.events.update(slugOf(path), { status: 'publish', published: '2031-06-12 08:00' })
    expect(await Promise.all([isMissing('', path), offers('demo-author-2', 'ひだまり')])).toEqual([true, 0])
    town.clock.set('2031-06-12T06:00:01Z')
    expect(await factsOn(await openAs('', path))).toContain('ひだまり')
    expect(await offers('demo-author-2', 'ひだまり')).toBe(1)
  })

  test('a venue that its publisher may not publish stays linked, unseen, until an editor publishes it', async () => {
    const path = await draftBy('demo-author', 'Mill Walk')
    const edited = await openAs('demo-editor', `${path}/edit`)
    await addVenue(edited, 'Upper Mill')
    await save(edited)

    await publish(await openAs('demo-author', `${path}/edit`))
    expect(await factsOn(await openAs('', path))).not.toContain('Upper Mill')
    expect(await factsOn(await openAs('demo-editor', path))).toContain('Upper Mill')
    await town.calendar.venues.update('upper-mill', { status: 'publish' })
    expect(await factsOn(await openAs('', path))).toContain('Upper Mill')
  })
})
