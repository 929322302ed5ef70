import { en, type Messages } from './en.ts'

/** placeholder */
export const de: Messages = en
