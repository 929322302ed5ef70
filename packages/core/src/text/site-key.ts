import { foldKey } from './fold.ts'

/** An address without the parts that often differ for one page; folded. */
export const siteKey = (url: string): string => foldKey(url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''))
