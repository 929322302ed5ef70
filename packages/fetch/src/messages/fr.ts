import { en, type Messages } from './en.ts'

/** placeholder */
export const fr: Messages = en
