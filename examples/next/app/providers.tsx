'use client'

import { createClient } from '@kalends/client'
import type { CalendarClient } from '@kalends/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { type Language, textsIn } from '../lib/texts.ts'

/** What components in the browser have in common. */
interface Shared {
  readonly client: CalendarClient
  readonly language: Language
  readonly text: ReturnType<typeof textsIn>
  readonly isEditor: boolean
}

const SharedContext = createContext<Shared | null>(null)

/** What the layout has given to the components in the browser. */
export function useShared(): Shared {
  const shared = use(SharedContext)
  if (shared === null) throw new Error('The component is outside of the layout.')
  return shared
}

/** Gives components the client of the calendar, whose messages are in the language of the page, and a cache of its answers. */
export function Providers({ language, isEditor, children }: { language: Language; isEditor: boolean; children: ReactNode }) {
  const [queries] = useState(() => new QueryClient())
  const shared = useMemo(() => {
    const client = createClient({ baseUrl: `/api${language === 'de' ? '/de' : ''}/calendar/events/v1` })
    return { client, language, text: textsIn(language), isEditor }
  }, [language, isEditor])
  return (
    <SharedContext value={shared}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </SharedContext>
  )
}
