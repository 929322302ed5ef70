// Links of a Markdown document, for the copies of documents that stand elsewhere than in the repository.
import { dirname, join } from 'node:path/posix'

const code = /^```[\s\S]*?^```$|`[^`\n]*`/gm
const link = /(!?)\[([^[\]]*)\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g
const mask = /\u{e000}(\d+)\u{e001}/gu

/**
 * Rewrites the links of a document to files of the repository. Code stays as it is; a link without an address leaves its text, and an image nothing.
 * @param {{ path: string, text: string }} document its path from the top of the repository, and its Markdown
 * @param {(target: string, anchor: string) => string | undefined} addressOf gets the path of the target and `#heading` or nothing
 * @returns {string} the document with these addresses
 */
export function rewriteLinks({ path, text }, addressOf) {
  const spans = []
  const prose = text.replace(code, (span) => `\u{e000}${spans.push(span) - 1}\u{e001}`)
  const rewritten = prose.replace(link, (_, image, label, target, anchor = '') => {
    const address = addressOf(target === '' ? path : join(dirname(path), target).replace(/\/$/, ''), anchor)
    if (address === undefined) return image === '' ? label : ''
    return `${image}[${label}](${address})`
  })
  return rewritten.replace(mask, (_, index) => spans[Number(index)])
}

/**
 * The fragment of a heading, as GitHub makes it. A second heading of the same text gets a number from the caller.
 * @param {string} heading
 */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
