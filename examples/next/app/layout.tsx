import './style.css'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { textsIn } from '../lib/texts.ts'
import { readVisitor } from '../lib/visitor.ts'
import { chooseLanguage, signOut } from './actions.ts'
import { Providers } from './providers.tsx'

/** The frame of all pages: the language, and signing in and out. */
export default async function Layout({ children }: { children: ReactNode }) {
  const { language, isEditor } = await readVisitor()
  const text = textsIn(language)
  return (
    <html lang={language}>
      <body>
        <header>
          <Link href="/">Quellbrunn</Link>
          <form action={chooseLanguage} aria-label={text('languages')}>
            {(['en', 'de'] as const).map((one) => (
              <button key={one} type="submit" name="language" value={one} lang={one} aria-pressed={one === language}>
                {textsIn(one)('language')}
              </button>
            ))}
          </form>
          {isEditor ? (
            <form action={signOut}>
              <button type="submit">{text('signOut')}</button>
            </form>
          ) : (
            <Link href="/sign-in">{text('signIn')}</Link>
          )}
        </header>
        <main>
          <Providers language={language} isEditor={isEditor}>
            {children}
          </Providers>
        </main>
      </body>
    </html>
  )
}
