import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../../examples/town/test/chromium.ts'
import { renderEvents } from '../src/index.ts'
import { listedEvent } from './events.ts'
import { type OpenPages, openPages, pageWith, src, type Visit, type VisitOptions, violations, visit } from './open-pages.ts'

const chromium = findChromium()

/** `ELEMENTS_IMAGES=1` renews the picture of the documentation; `pngquant --force --ext .png docs/images/elements-*.png` then makes it small. */
const images = process.env['ELEMENTS_IMAGES'] === '1' ? fileURLToPath(new URL('../../../docs/images/', import.meta.url)) : undefined

const text = readFileSync(new URL('../../../docs/http/a-list-on-a-page.md', import.meta.url), 'utf8')
const [, pageOfDocument = ''] = /^```html\n([\s\S]*?)^```$/m.exec(text) ?? []

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('the element in a browser', () => {
  let pages: OpenPages
  const visits: Visit[] = []
  beforeAll(async () => {
    pages = await openPages(chromium ?? '')
  })
  afterEach(async () => {
    pages.failWith = undefined
    pages.requests.length = 0
    for (const { context } of visits.splice(0)) await context.close()
  })
  afterAll(() => pages.close())

  const open = async (html: string, options?: VisitOptions): Promise<Visit> => {
    const opened = await visit(pages, html, options)
    visits.push(opened)
    return opened
  }
  const titles = ({ page }: Visit): Promise<readonly string[]> => page.locator('.kalends-title bdi').allTextContents()
  const waitForEvents = ({ page }: Visit, count: string): Promise<void> => page.getByText(count, { exact: true }).waitFor()

  test('shows the page of the documentation, with a category of the next days', async () => {
    const opened = await open(pageOfDocument)
    await waitForEvents(opened, '2 events')
    expect(await titles(opened)).toEqual(['Choir Evening', 'Jazz by the River'])
    expect(await opened.page.getByRole('heading', { level: 2 }).allTextContents()).toHaveLength(2)
    expect(await opened.page.getByRole('link', { name: 'Choir Evening' }).getAttribute('href')).toBe(`${pages.url}/event/choir-evening`)
    expect(pages.requests).toEqual([`${src}?to=%2B29+days&from=today&categories=music`])
    expect(opened.complaints).toEqual([])
  })

  test.each([
    { width: 320, html: 'lang="en-GB"' },
    { width: 1280, html: 'lang="en-GB"' },
    { width: 320, html: 'lang="ar" dir="rtl"' },
  ])('is accessible at $width pixels on a page with $html', async ({ width, html }) => {
    const opened = await open(pageWith(`src="${src}" series="once" subscribe`, '', html), { width })
    const { page, complaints } = opened
    await page.locator('.kalends-event').nth(3).waitFor()
    await page.locator('summary').first().click()
    expect(await violations(page)).toEqual([])
    // Nothing sticks out.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const [start, heading] = await page.evaluate(() => {
      const edges = ['main', '.kalends-day time'].map((name) => document.querySelector(name)?.getBoundingClientRect())
      return edges.map((edge) => (document.dir === 'rtl' ? edge?.right : edge?.left))
    })
    expect(heading).toBe(start)
    expect(complaints).toEqual([])
    if (images !== undefined && width === 1280) {
      await page.setViewportSize({ width: 760, height: 600 })
      await page.screenshot({ path: `${images}elements-list-760.png` })
    }
  })

  test('keeps the order of English words on a page from right to left', async () => {
    const { page } = await open(pageWith(`src="${src}"`, '', 'lang="ar" dir="rtl"'))
    await page.locator('.kalends-event').first().waitFor()
    /** The left edges of the first two pieces of text of an element. */
    const edges = (selector: string): Promise<readonly number[]> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const [first, ...others] = element.textContent.split(' ')
          const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
          const edgeOf = (from: number, to: number): number => {
            const range = document.createRange()
            range.setStart(text as Text, from)
            range.setEnd(text as Text, to)
            return range.getBoundingClientRect().left
          }
          const { length = 0 } = first ?? ''
          return [edgeOf(0, length), edgeOf(length + 1, length + 1 + (others[0]?.length ?? 0))]
        })
    for (const selector of ['.kalends-status', '.kalends-day time']) {
      const [first = 0, second = 0] = await edges(selector)
      expect(first, selector).toBeLessThan(second)
    }
    // In the line, too: the start stands before the end.
    const [start = 0, end = 0] = await page
      .locator('.kalends-when')
      .first()
      .locator('time')
      .evaluateAll((times) => times.map((time) => time.getBoundingClientRect().left))
    expect(start).toBeLessThan(end)
  })

  test('takes the texts that a script has set before the element was defined', async () => {
    const early = `<script>document.querySelector('kalends-events').texts = { many: '{} eventi' }</script>`
    const html = pageWith(`src="${src}"`, '', 'lang="it"').replace('</body>', `${early}</body>`)
    await waitForEvents(await open(html, { policy: "default-src 'self' 'unsafe-inline'" }), '6 eventi')
  })

  test('asks for days, a number and each series once, and again when an attribute changes', async () => {
    const opened = await open(pageWith(`src="${src}" days="7" limit="2" series="once" calendars="google"`))
    await waitForEvents(opened, '2 events')
    expect(await opened.page.locator('details a').count()).toBe(2)
    await opened.page.locator('kalends-events').evaluate((element) => {
      element.removeAttribute('limit')
      element.setAttribute('days', '14')
    })
    await waitForEvents(opened, '4 events')
    expect(await titles(opened)).toEqual(['Choir Evening', 'Town Fair', 'Jazz by the River', 'Green Market'])
    await opened.page.locator('kalends-events').evaluate((element) => element.removeAttribute('series'))
    await waitForEvents(opened, '5 events')
    expect(pages.requests).toHaveLength(3)
    expect(opened.complaints).toEqual([])
  })

  test.each([
    ['Europe/Vienna', '19:30 – 21:00'],
    ['America/New_York', '19:30 – 21:00 CEST (13:30 in your time zone)'],
  ])('says the zone to a visitor of %s who needs it', async (timeZone, expected) => {
    const opened = await open(pageWith(`src="${src}" days="1"`), { timeZone })
    await waitForEvents(opened, '1 event')
    expect(await opened.page.locator('.kalends-when').textContent()).toBe(expected)
  })

  test('is rendered HTML without JavaScript, and replaces it with JavaScript', async () => {
    const rendered = renderEvents([listedEvent({ title: 'Rendered' })], { subscribe: 'https://town.example/events.ics' })
    const html = pageWith(`src="${src}" subscribe`, rendered)
    const still = await open(html, { javaScript: false })
    expect(await titles(still)).toEqual(['Rendered'])
    expect(await still.page.getByRole('button').isVisible()).toBe(false)
    const moving = await open(html)
    await waitForEvents(moving, '6 events')
    expect(await titles(moving)).not.toContain('Rendered')
    expect(await moving.page.locator('.kalends').count()).toBe(1)
  })

  test('says that a list cannot be read, keeps what was there, and tries again by keyboard', async () => {
    pages.failWith = 500
    const opened = await open(pageWith(`src="${src}" days="1"`, renderEvents([listedEvent({ title: 'Rendered' })])))
    const { page } = opened
    const status = page.getByRole('status').first()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    expect(await status.textContent()).toBe('The events cannot be shown at the moment. Try again')
    expect(await titles(opened)).toEqual(['Rendered'])
    expect(await violations(page)).toEqual([])
    pages.failWith = undefined
    await again.focus()
    await page.keyboard.press('Enter')
    await waitForEvents(opened, '1 event')
    expect(await titles(opened)).toEqual(['Choir Evening'])
    expect(await status.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    expect(opened.complaints).toEqual([])
  })

  test.each([
    ['nothing', `${src}?search=nothing`, 'No events.'],
    ['an address of a script', 'javascript:alert(1)', 'The events cannot be shown at the moment.'],
    ['a page that is no list', '/elsewhere', 'The events cannot be shown at the moment.'],
  ])('says it where the list has %s', async (_, address, expected) => {
    const { page, complaints } = await open(pageWith(`src="${address}"`))
    await page.getByText(expected).waitFor()
    expect(await page.getByRole('status').textContent()).toContain(expected)
    expect(complaints).toEqual([])
  })

  test('opens its links and copies its address by keyboard', async () => {
    const opened = await open(pageWith(`src="${src}" category="music" days="1" subscribe`))
    const { page, context, complaints } = opened
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: pages.url })
    await waitForEvents(opened, '1 event')
    const feed = `${pages.url}${src}.ics?categories=music`
    expect(await page.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe(feed.replace('http:', 'webcal:'))
    await page.getByRole('link', { name: 'Choir Evening' }).focus()
    const focused: (string | null)[] = []
    for (const key of ['Tab', 'Enter', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab']) {
      await page.keyboard.press(key)
      focused.push(await page.evaluate(() => document.activeElement?.textContent ?? null))
    }
    expect(focused.filter((_, index) => index !== 1)).toEqual([
      ...[
        'Add to calendar: Choir Evening',
        'Google',
        'Outlook',
        'Yahoo',
        'Calendar file',
        'Subscribe',
        'Calendar file',
        'Copy the address',
      ],
    ])
    await page.keyboard.press('Enter')
    await page.getByText('The address is copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(feed)
    expect((await fetch(feed)).headers.get('content-type')).toContain('text/calendar')
    expect(complaints).toEqual([])
  })

  test('shows the address where the browser refuses to copy it', async () => {
    const { page } = await open(pageWith('', renderEvents([], { subscribe: 'https://town.example/events.ics' })))
    await page.evaluate(() =>
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('refused')) }),
    )
    await page.getByRole('button', { name: 'Copy the address' }).click()
    await page.getByText('The browser copies nothing. The address is https://town.example/events.ics').waitFor()
  })

  test('shows what somebody wrote, and runs none of it', async () => {
    const title = `<img src=x onerror=alert(1)>"'</h3><script>alert(1)</script>`
    const event = await pages.calendar.events.create({
      title,
      startDate: '2031-06-11 22:00',
      endDate: '2031-06-11 23:00',
      website: 'https://x.example',
    })
    const policy = "default-src 'self'; require-trusted-types-for 'script'; trusted-types kalends"
    const opened = await open(pageWith(`src="${src}?include=${event.id}"`), { policy })
    await waitForEvents(opened, '1 event')
    await pages.calendar.events.delete(event.id)
    expect(await titles(opened)).toEqual([title])
    expect(await opened.page.locator('kalends-events :is(img, script)').count()).toBe(0)
    expect(opened.complaints).toEqual([])
  })

  test('takes texts of another language, and sends events', async () => {
    const opened = await open(pageWith(''))
    const detail = await opened.page.locator('kalends-events').evaluate(async (element, address) => {
      element.setAttribute('lang', 'it')
      const shown = new Promise((resolve) => element.addEventListener('kalends-shown', resolve))
      const failed = new Promise((resolve) =>
        element.addEventListener('kalends-failed', (event) => resolve(String(Reflect.get(event, 'detail')))),
      )
      Reflect.set(element, 'texts', { allDay: 'Tutto il giorno', many: '{} eventi' })
      element.setAttribute('src', address)
      await shown
      element.setAttribute('src', '/calendar/nothing')
      return failed
    }, src)
    expect(detail).toBe('Error: 404 Not Found')
    expect(await opened.page.locator('.kalends-day').first().textContent()).toContain('mercoledì')
    expect(await opened.page.getByText('Tutto il giorno').count()).toBe(1)
  })
})
