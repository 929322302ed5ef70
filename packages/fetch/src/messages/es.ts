import { en, type Messages } from './en.ts'

/** placeholder */
export const es: Messages = en
