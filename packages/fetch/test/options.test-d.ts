import type { Actor, Calendar } from '@kalends/core'
import { publicReadOnly } from '@kalends/core'
import { type CorsOptions, cors as useCors } from '../src/cors.ts'
import { type FullcalendarOptions, fullcalendar } from '../src/fullcalendar.ts'
import { createHandler, type HandlerOptions, type ResolvedImage, toProblem } from '../src/index.ts'
import { toNodeListener } from '../src/node.ts'

// The test is that this file compiles with `exactOptionalPropertyTypes`: optional members may be undefined.

/** The optional members of a type, each of them undefined. */
type AllUndefined<T> = { [Name in keyof T as undefined extends T[Name] ? Name : never]-?: undefined }

declare const calendar: Calendar
declare const text: string | undefined
declare const number: number | undefined
declare const yes: boolean | undefined

const access = publicReadOnly()

/** Passes options whose members are undefined. */
export function undefinedMembers(nothing: AllUndefined<HandlerOptions>, noFullcalendar: AllUndefined<FullcalendarOptions>): void {
  const authenticate: ((request: Request) => Actor | null) | undefined = undefined
  const cors: CorsOptions = { origins: '*', credentials: yes, maxAgeSeconds: number }
  const resolveImage = (): ResolvedImage => ({ url: 'https://example.org/a.png', id: number })
  const options: HandlerOptions = {
    access,
    authenticate,
    resolveImage,
    basePath: text,
    publicUrl: text,
    use: yes === true ? [useCors(cors)] : undefined,
    maxBodyBytes: number,
  }
  const handler = createHandler(calendar, options)
  createHandler(calendar, { access, ...nothing })
  fullcalendar(noFullcalendar)
  fullcalendar({ maxEvents: number, colors: () => ({ color: text, textColor: text }) })
  toNodeListener(handler, { replaceGlobals: yes })
  toProblem(undefined, { kind: undefined })
  // @ts-expect-error access is required
  createHandler(calendar, { ...nothing, access: undefined })
  // @ts-expect-error null is no string
  createHandler(calendar, { access, basePath: null })
}
