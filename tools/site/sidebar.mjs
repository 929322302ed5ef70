// The navigation of the site, read from the pages that list the documents.
const item = /^- \[(.+?)\]\((.+?)\.md(?:#[^)]*)?\)/gm

/** @param {string} page */
const addressOf = (page) => `/${page.replace(/(^|\/)index$/, '$1')}`

/**
 * @param {string} text a part of a document with links to pages beside it
 */
const itemsOf = (text) =>
  Array.from(text.matchAll(item), ([, title, page]) => ({ text: title, link: addressOf(page.replace(/^\.\//, '')) }))

/**
 * The sections of the documentation, each with its pages.
 * @param {readonly { page: string, text: string }[]} pages
 */
export function toSidebar(pages) {
  const overview = pages.find(({ page }) => page === 'documentation.md')?.text ?? ''
  const sections = overview
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: /^\[?([^\]\n]+)/.exec(section)?.[1] ?? '',
      link: /^\[.+?\]\(\.\/(.+?)index\.md\)/.exec(section)?.[1],
      items: itemsOf(section),
    }))
  const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1] ?? ''
  const folder = (name) =>
    pages
      .filter(({ page }) => page.startsWith(`${name}/`))
      .map(({ page, text }) => ({ text: titleOf(text), link: addressOf(page.replace(/\.md$/, '')) }))
  // A section without a link of its own would be a button around a button.
  return [
    ...sections.map(({ text, link = 'project/contributing', items }) => ({ text, link: `/${link}`, collapsed: text !== 'Start', items })),
    { text: 'Packages', link: '/start/packages', collapsed: true, items: folder('packages') },
    { text: 'Examples', link: '/http/mounting', collapsed: true, items: folder('examples') },
  ]
}
