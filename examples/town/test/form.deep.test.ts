import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'
import { createVisitor, isReady, type OpenTown, openTown, type Visitor } from './open-town.ts'

const chromium = findChromium()

const typedIn = (page: Page, name: string): Promise<string> => page.locator(`[name=${name}]`).inputValue()

// biome-ignore lint/plugin: without a browser these tests are skipped, and a line says so; CI requires one.
describe.skipIf(chromium === undefined)('writing in a browser', () => {
  let town: OpenTown
  let editor: Visitor
  beforeAll(async () => (town = await openTown(chromium ?? '')))
  afterAll(() => town.close())
  afterEach(async () => {
    expect(editor.complaints).toEqual([])
    await editor.context.close()
  })
  const enter = async (path: string, token = 'demo-editor'): Promise<Page> => {
    editor = await createVisitor(town, { token })
    return editor.open(path)
  }
  const save = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/event\/[^/]+$/)
    await isReady(page)
  }

  test('an event is created by keyboard alone, with a new venue and a new organizer', async () => {
    const page = await enter('/')
    const { keyboard } = page
    /** Presses Tab until the control with that name has the focus. */
    const reach = async (name: string): Promise<void> => {
      for (let step = 0; step < 80; step++) {
        await keyboard.press('Tab')
        const focused = await page.evaluate(() => {
          const element = document.activeElement
          const label = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0] : undefined
          return (element?.getAttribute('aria-label') ?? label?.textContent ?? element?.textContent ?? '').trim()
        })
        if (focused === name) return
      }
      throw new Error(`The keyboard does not reach ${name}`)
    }
    await reach('New event')
    await keyboard.press('Enter')
    await page.locator('#form:not([hidden])').waitFor()
    await reach('Title')
    await keyboard.type('Lamps <b>& Lanterns</b>')
    for (const [name, keys] of [
      // The same in every order of day and month, with and without AM.
      ['First day', '07072031'],
      ['Start time', '1010a'],
      ['Last day', '07072031'],
      ['End time', '1111a'],
    ] as const) {
      await reach(name)
      await keyboard.type(keys)
    }
    await reach('A new venue')
    await keyboard.press('Enter')
    await reach('Name of the venue')
    await keyboard.type('Boat House')
    await reach('City')
    await keyboard.type('Quellbrunn')
    await reach('A new organizer')
    await keyboard.press('Enter')
    await reach('Name of the organizer')
    await keyboard.type('Rowing Club')
    await reach('Families')
    await keyboard.press('Space')
    await reach('Save')
    await keyboard.press('Enter')
    await page.waitForURL('**/event/lamps-b-lanterns-b')
    await isReady(page)

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Lamps <b>& Lanterns</b>')
    const facts = await page.locator('#facts').textContent()
    for (const part of ['Monday, 7 July 2031, 10:10–11:11', 'Boat House, Quellbrunn', 'Rowing Club', 'Families'])
      expect(facts).toContain(part)
    await editor.open('/?view=agenda&date=2031-07-07')
    const item = page.getByRole('listitem', { name: '7 July 2031' }).getByRole('link', { name: 'Lanterns</b>' })
    expect(await item.textContent()).toBe('10:10–11:11Lamps <b>& Lanterns</b>')
    await editor.open('/new')
    expect(await page.locator('#venues label', { hasText: 'Boat House' }).count()).toBe(1)
  })

  test('the fields that the service declares are written, shown and refused at their places', async () => {
    const page = await enter('/event/give-blood/edit')
    await page.getByLabel('For whom').selectOption('Beginners')
    await page.getByLabel('Seats').fill('-3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Seats must be 0 or more.').waitFor()
    expect(await page.getByLabel('Seats').getAttribute('aria-invalid')).toBe('true')
    editor.complaints.splice(0)
    await page.getByLabel('Seats').fill('30')
    await save(page)
    expect(await page.locator('#facts').textContent()).toContain('For whomBeginnersSeats30')
    await page.getByRole('link', { name: 'Edit' }).click()
    await isReady(page)
    await page.getByLabel('Seats').fill('')
    await page.getByLabel('For whom').selectOption('Everybody')
    await save(page)
    expect(await page.locator('#facts').textContent()).not.toContain('For whom')
  })

  test('the form says when a venue is taken, and an exclusive one is refused at its place', async () => {
    const hall = await town.calendar.venues.create({ name: 'Quiet Room', exclusive: true })
    const at = { startDate: '2031-07-21 19:00', endDate: '2031-07-21 21:00', venues: hall.id }
    const first = await town.calendar.events.create({ title: 'Chess evening', ...at })
    const page = await enter('/new')
    await page.getByLabel('Title').fill('Go evening')
    await page.getByLabel('Quiet Room').check()
    await page.getByLabel('First day').fill('2031-07-21')
    await page.getByLabel('Last day').fill('2031-07-21')
    await page.getByLabel('Start time').fill('20:00')
    await page.getByLabel('End time').fill('22:00')
    await page.getByText('Quiet Room is taken: Monday, 21 July 2031, 20:00–21:00.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The venue is taken at that time.').waitFor()
    expect(await page.locator('[data-field=venues] .error').count()).toBe(1)
    editor.complaints.splice(0)
    await page.getByLabel('Start time').fill('21:00')
    await page.locator('#busy').waitFor({ state: 'hidden' })
    await save(page)
    await editor.open(`/event/${first.slug}/edit`)
    expect(await page.locator('#busy').isVisible()).toBe(false)
  })

  test('an update keeps members without a form field', async () => {
    const page = await enter('/event/town-fair')
    await page.getByRole('link', { name: 'Edit' }).click()
    await isReady(page)
    expect(await page.locator('[name=venues]:checked').count()).toBe(2)
    expect(await page.locator('[name=startTime]').isVisible()).toBe(false)
    await page.getByLabel('Cost', { exact: true }).fill('€3')
    await save(page)
    expect(await page.locator('#facts').textContent()).toContain('€3')
    const [fair] = (await town.calendar.events.list({ search: '"Town Fair"', perPage: 1 })).items
    expect(fair).toMatchObject({ allDay: true, sticky: true, featured: true, startDate: '2031-06-20 00:00:00', cost: { text: '€3' } })
    expect(fair?.tags.map(({ name }) => name)).toEqual(['Café & cake', 'Outdoors'])
  })

  test('an all-day event can get times, and an event with times can become an all-day event', async () => {
    const page = await enter('/event/give-blood/edit')
    await page.getByLabel('All day').check()
    await save(page)
    expect(await page.locator('#facts').textContent()).toContain('WhenSunday, 6 July 2031Where')
    await page.getByRole('link', { name: 'Edit' }).click()
    await isReady(page)
    await page.getByLabel('All day').uncheck()
    await page.getByLabel('Start time').fill('15:00')
    await page.getByLabel('End time').fill('19:30')
    await save(page)
    expect(await page.locator('#facts').textContent()).toContain('Sunday, 6 July 2031, 15:00–19:30')
  })

  test('an event is created once, even if the response to the first attempt is lost', async () => {
    const page = await enter('/new')
    const keys: unknown[] = []
    await page.route('**/events?*', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.getByLabel('Title', { exact: true }).fill('Once')
    await page.getByLabel('First day').fill('2031-06-20')
    await page.getByLabel('Last day').fill('2031-06-20')
    await page.getByLabel('All day').check()
    await save(page)
    expect(keys).toEqual([expect.any(String), keys[0]])
    expect((await town.calendar.events.list({ search: 'once', startsFrom: '2031-06-20', startsUntil: '2031-06-20' })).total).toBe(1)
    expect(editor.complaints.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')])
  })

  test('while the calendar cannot be reached, a message says so, and what was typed stays', async () => {
    const page = await enter('/new')
    await page.getByLabel('Title', { exact: true }).fill('Patience')
    await page.route('**/calendar/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The calendar cannot be reached. Try again.').waitFor()
    expect(await typedIn(page, 'title')).toBe('Patience')
    await page.reload()
    await page.getByText('The calendar cannot be reached. Try again.').waitFor()
    // Saved without its choices, an event would lose its venues.
    expect(await page.locator('#form').isVisible()).toBe(false)
    expect(new Set(editor.complaints.splice(0))).toEqual(new Set([expect.stringContaining('net::ERR_FAILED')]))
  })

  test('validation errors are shown at their fields, with the labels of the form', async () => {
    const page = await enter('/new')
    await page.getByLabel('First day').fill('2031-06-20')
    await page.getByLabel('Start time').fill('20:00')
    await page.getByLabel('Last day').fill('2031-06-19')
    await page.getByLabel('Website').fill('javascript:alert(1)')
    await page.getByText('A new organizer').click()
    await page.getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The event is not saved yet.').waitFor()
    const reasonsAt = async (control: string): Promise<readonly (string | null)[]> => {
      const ids = (await page.locator(control).first().getAttribute('aria-describedby')) ?? ''
      return Promise.all(ids.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()))
    }
    expect(await reasonsAt('[name=title]')).toEqual(['Title must not be empty.'])
    expect(await reasonsAt('[name=endDay]')).toEqual(['End must not be before the start.'])
    expect(await reasonsAt('[name=website]')).toEqual([expect.stringMatching(/^Website must be an address that begins with http/)])
    expect(await reasonsAt('[name=organizers]')).toEqual([
      'Who invites: Name of the organizer must not be empty.',
      expect.stringMatching(/^Who invites: Email must be/),
    ])
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('title')

    await page.getByLabel('Title', { exact: true }).fill('Boats')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Title must not be empty.').waitFor({ state: 'detached' })
    await page.locator('.error').nth(3).waitFor()
    expect(await page.locator('.error').count()).toBe(4)
    expect(await page.getByLabel('Title', { exact: true }).getAttribute('aria-invalid')).toBeNull()
  })

  test.each([
    ['de', 'Einige Angaben sind ungültig.', 'Titel darf nicht leer sein.', 'Ende darf nicht vor dem Beginn liegen.'],
    ['es', 'Algunos datos no son válidos.', 'Título no puede estar en blanco.', 'Fin no puede ser anterior al inicio.'],
    ['fr', 'Certaines données ne sont pas valides.', 'Titre ne peut pas être vide.', 'Fin ne peut pas être avant le début.'],
  ])('the form in %s shows the messages of the service at its fields', async (language, summary, atTitle, atEnd) => {
    const page = await enter(`/new?lang=${language}`)
    await page.locator('[name=startDay]').fill('2031-06-20')
    await page.locator('[name=startTime]').fill('20:00')
    await page.locator('[name=endDay]').fill('2031-06-19')
    await page.locator('[name=seats]').fill('1')
    await page.locator('button[type=submit]').first().click()
    await page.getByText(summary, { exact: true }).waitFor()
    expect(await page.locator('[data-field=title] .error').textContent()).toBe(atTitle)
    expect(await page.locator('[data-field=endDate] .error').textContent()).toBe(atEnd)
    expect(await page.locator('label[for=title]').textContent()).toBe(atTitle.split(' ')[0])

    await page.locator('[name=startDay]').fill('')
    await page.locator('button[type=submit]').first().click()
    await page.locator('[data-field=startDate] .error').waitFor()
    const required = { de: 'Beginn muss angegeben werden.', es: 'Inicio no puede faltar.', fr: 'Début est obligatoire.' }[language]
    expect(await page.locator('[data-field=startDate] .error').textContent()).toBe(required)
  })

  test('only descriptions become HTML, and they are sanitized', async () => {
    const attack = '<img src=x onerror="document.title=1">'
    const { slug } = await town.calendar.events.create({
      title: `Attack ${attack}`,
      startDate: '2031-06-13 10:00',
      endDate: '2031-06-13 11:00',
      description: `<p>Kept <strong>bold</strong></p><script>document.title=1</script>${attack}<a href="javascript:document.title=1">x</a>`,
      cost: attack,
      categories: `C ${attack}`,
      tags: [`T ${attack}`],
      venues: { name: `V ${attack}`, city: attack },
      organizers: { name: `O ${attack}` },
    })
    const page = await enter(`/event/${slug}`)
    expect(await page.title()).toBe(`Attack ${attack} · Quellbrunn`)
    expect(await page.locator('#description').innerHTML()).toMatch(
      /^<p>Kept <strong>bold<\/strong><\/p>(?:<img src="x">|)<a[^>]*>x<\/a>$|^<p>Kept <strong>bold<\/strong><\/p><a>x<\/a>$/,
    )
    expect(await page.locator('main :is(script, [onerror], [href^=javascript])').count()).toBe(0)
    await editor.open(`/event/${slug}/edit`)
    for (const view of ['dayGridMonth', 'timeGridWeek', 'agenda']) {
      await editor.open(`/?view=${view}`)
      await page.getByText('Attack <img').filter({ visible: true }).first().waitFor()
    }
    expect(await page.title()).toBe('What is on in Quellbrunn')
  })

  test('an event moves to the trash after a confirmation', async () => {
    const { slug } = await town.calendar.events.create({ title: 'Mistake', startDate: '2031-06-12', endDate: '2031-06-12', allDay: true })
    const page = await enter(`/event/${slug}`)
    await page.getByRole('button', { name: 'Put into the trash' }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(await town.calendar.events.find(slug)).not.toBeNull()
    await page.getByRole('button', { name: 'Put into the trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Put into the trash' }).click()
    await page.waitForURL(`${town.url}/`)
    await isReady(page)
    expect(await town.calendar.events.find(slug)).toBeNull()
    await editor.open(`/event/${slug}`)
    expect(await page.getByRole('alert').textContent()).toContain('There is no such event')
  })

  test.each([
    ['', '/new', 'Sign in at the top of the page'],
    ['', '/event/town-fair/edit', 'Sign in at the top of the page'],
    ['demo-editor', '/event/nothing/edit', 'There is no such event'],
  ])('a person with the token “%s” sees a message at %s: %s', async (token, path, text) => {
    const page = await enter(path, token)
    expect(await page.getByRole('alert').textContent()).toContain(text)
    expect(await page.locator('#form').isVisible()).toBe(false)
  })

  test('an author cannot change an event of another author, and gets a message', async () => {
    const page = await enter('/event/town-fair/edit', 'demo-author')
    await page.getByLabel('Title', { exact: true }).fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#message:not([hidden])').waitFor()
    expect(await page.locator('#message').textContent()).toMatch(/not allowed|may not|permission|forbidden/i)
    expect(await typedIn(page, 'title')).toBe('Mine')
  })

  describe('the form, when another person has saved the event meanwhile,', () => {
    let name = 0
    /** Opens the same form twice, saves the second one, and then the first one, which gets a conflict. */
    const openConflict = async (): Promise<{ slug: string; mine: Page; conflict: ReturnType<Page['getByRole']> }> => {
      name += 1
      const { slug } = await town.calendar.events.create({
        title: `Regatta ${name}`,
        startDate: '2031-06-14 10:00',
        endDate: '2031-06-14 12:00',
        cost: '€5',
      })
      const mine = await enter(`/event/${slug}/edit`)
      const theirs = await editor.context.newPage()
      await theirs.goto(`/event/${slug}/edit`)
      await isReady(theirs)
      await theirs.getByLabel('Title', { exact: true }).fill('Their regatta')
      await theirs.getByLabel('Cost', { exact: true }).fill('€6')
      await save(theirs)
      await mine.getByLabel('Cost', { exact: true }).fill('€7')
      await mine.getByLabel('Description').fill('<p>By boat.</p>')
      await mine.getByRole('button', { name: 'Save' }).click()
      const conflict = mine.getByRole('alertdialog', { name: 'Somebody else has saved this event meanwhile' })
      await conflict.waitFor()
      return { slug, mine, conflict }
    }

    test('shows a table of the fields that the other person changed', async () => {
      const { mine, conflict, slug } = await openConflict()
      expect(await conflict.evaluate((panel) => panel === document.activeElement)).toBe(true)
      const rows = await conflict
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)))
      expect(rows).toEqual([
        ['Title', `Regatta ${name}`, 'Their regatta', 'not changed by you'],
        ['Cost', '€5', '€6', '€7'],
      ])
      expect(await typedIn(mine, 'cost')).toBe('€7')
      expect((await town.calendar.events.get(slug)).title).toBe('Their regatta')
    })

    test('can keep the typed values, and load all others from the saved version', async () => {
      const { slug, mine } = await openConflict()
      await mine.getByRole('button', { name: /^Keep what I typed/ }).click()
      expect(await Promise.all(['title', 'cost', 'description'].map((field) => typedIn(mine, field)))).toEqual([
        'Their regatta',
        '€7',
        '<p>By boat.</p>',
      ])
      await save(mine)
      expect(await town.calendar.events.get(slug)).toMatchObject({
        title: 'Their regatta',
        cost: { text: '€7' },
        description: '<p>By boat.</p>',
      })
    })

    test('can load the saved version, and then restore the typed values', async () => {
      const { mine } = await openConflict()
      await mine.getByRole('button', { name: 'Load their version' }).click()
      expect([await typedIn(mine, 'cost'), await typedIn(mine, 'description')]).toEqual(['€6', ''])
      await mine.getByRole('button', { name: 'Bring it back' }).click()
      expect([await typedIn(mine, 'title'), await typedIn(mine, 'cost'), await typedIn(mine, 'description')]).toEqual([
        'Their regatta',
        '€7',
        '<p>By boat.</p>',
      ])
    })

    test('shows a message if only members without a form field were changed', async () => {
      const { slug } = await town.calendar.events.create({
        title: 'Tagged',
        startDate: '2031-06-14 10:00:30',
        endDate: '2031-06-14 12:00:30',
      })
      const page = await enter(`/event/${slug}/edit`)
      await town.calendar.events.update(slug, { tags: 'New' })
      await page.getByLabel('Cost', { exact: true }).fill('€7')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Something that this form does not show, such as its tags.').waitFor()
      await page.getByRole('button', { name: /^Keep what I typed/ }).click()
      await save(page)
      // Seconds, which the form cannot show, are still there.
      expect(await town.calendar.events.get(slug)).toMatchObject({
        startDate: '2031-06-14 10:00:30',
        cost: { text: '€7' },
        tags: [{ name: 'New' }],
      })
    })

    test('shows a message if the event was moved to the trash', async () => {
      const { slug } = await town.calendar.events.create({ title: 'Gone', startDate: '2031-06-14', endDate: '2031-06-14', allDay: true })
      const page = await enter(`/event/${slug}/edit`)
      await town.calendar.events.trash(slug)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Somebody has put this event into the trash meanwhile.').waitFor()
    })
  })
})
