'use server'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cookieName, startSession } from '../lib/session.ts'

const options = {
  httpOnly: true,
  sameSite: 'lax',
  secure: process.env['PUBLIC_URL']?.startsWith('https:') ?? false,
  maxAge: 14 * 86_400,
} as const

/** Signs an editor in, or says that the password is wrong. */
export async function signIn(form: FormData): Promise<void> {
  const session = startSession(String(form.get('password')))
  if (session === undefined) redirect('/sign-in?wrong')
  ;(await cookies()).set(cookieName, session, options)
  redirect('/')
}

/** Signs the editor out. */
export async function signOut(): Promise<void> {
  ;(await cookies()).delete(cookieName)
  redirect('/')
}

/** Keeps the language that a visitor has chosen. The page is rendered again in it. */
export async function chooseLanguage(form: FormData): Promise<void> {
  ;(await cookies()).set('language', form.get('language') === 'de' ? 'de' : 'en', options)
}
