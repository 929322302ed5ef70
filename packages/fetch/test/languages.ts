import { readdirSync } from 'node:fs'
import type { Translation } from '../src/messages/problems/translation.ts'

const folder = new URL('../src/messages/', import.meta.url)

/** Messages by language, of every file in `src/messages` but the English one. */
export const languages: Readonly<Record<string, Translation>> = Object.fromEntries(
  await Promise.all(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.replace(/\.ts$/, ''))
      .filter((language) => language !== 'en')
      .map(async (language): Promise<readonly [string, Translation]> => {
        const messages: Readonly<Record<string, Translation>> = await import(new URL(`${language}.ts`, folder).href)
        return [language, messages[language] ?? {}]
      }),
  ),
)
