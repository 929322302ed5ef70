import type { Calendar } from '@kalends/core'
import { cookies, headers } from 'next/headers'
import { access, openApp } from './app.ts'
import { actorOf, cookieName } from './session.ts'
import type { Language } from './texts.ts'

/** Who asks for a page. */
interface Visitor {
  /** The language that they have chosen, or that of their browser. */
  readonly language: Language
  /** Whether they may create and change events. */
  readonly isEditor: boolean
  /** The calendar as they may see it, in this process. */
  readonly calendar: Calendar
}

/** Finds out who asks for the page that is rendered. */
export async function readVisitor(): Promise<Visitor> {
  const [jar, head] = [await cookies(), await headers()]
  const wanted = jar.get('language')?.value ?? /\b(?:de|en)\b/i.exec(head.get('accept-language') ?? '')?.[0].toLowerCase()
  const actor = actorOf(jar.get(cookieName)?.value)
  const { calendar } = await openApp()
  return { language: wanted === 'de' ? 'de' : 'en', isEditor: actor !== null, calendar: calendar.as(actor, access) }
}
