import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { slugOf } from '../../../scripts/documents/links.mjs'

const base = process.env.SITE_BASE ?? '/'
const sidebar = JSON.parse(readFileSync(new URL('../made/sidebar.json', import.meta.url), 'utf8'))
const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g

/** What a page may load: files of the site, and the inline scripts that it was built with. Styles of code are attributes. */
function policyOf(html) {
  const hashes = Array.from(html.matchAll(inlineScript), ([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const scripts = ["'self'", ...new Set(hashes)].join(' ')
  return `default-src 'self'; script-src ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'`
}

// biome-ignore lint/style/noDefaultExport: VitePress asks for one
export default defineConfig({
  title: 'Kalends',
  description: 'An embeddable events calendar for TypeScript',
  lang: 'en',
  base,
  head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
  srcDir: 'pages',
  outDir: 'dist',
  // A script of its own: the policy of a page would have to name its hash.
  metaChunk: true,
  // The reference and the texts of files are no pages.
  ignoreDeadLinks: [/\/api\//, /^\.{0,2}\/?.*\.txt$/],
  // A document is Markdown alone. Headings have the fragments that they have in the repository.
  markdown: {
    html: false,
    attrs: { disable: true },
    anchor: { slugify: slugOf },
    // The usual themes have colors of less contrast than 4.5 to 1.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    externalLinkIcon: false,
    nav: [
      { text: 'Documentation', link: '/documentation' },
      { text: 'Playground', link: '/playground' },
      { text: 'API', link: '/api/index.html', target: '_self' },
    ],
    sidebar,
  },
  transformHead: ({ page }) => [['link', { rel: 'alternate', type: 'text/markdown', href: page.replace(/^.*\//, '') }]],
  transformHtml: (html) =>
    html.replace(
      '<meta charset="utf-8">',
      (charset) => `${charset}<meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`,
    ),
})
