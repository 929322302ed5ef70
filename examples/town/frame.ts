import { type Html, html, toText } from 'example-server/html.ts'

/** The parts in which pages differ. */
export interface PageParts {
  readonly title: string
  /** The script element; empty for a page without a script. */
  readonly script: Html
  /** Data for the script, as attributes of the body. */
  readonly data: Html
  /** The right side of the header. */
  readonly header: Html
  readonly main: Html
}

/** Renders a page of the town. */
export const renderPage = ({ title, script, data, header, main }: PageParts): string =>
  toText(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/style.css">
${script}
</head>
<body${data}>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="home" href="/">Quellbrunn <span>town calendar</span></a>
${header}
</header>
<main id="main" tabindex="-1">
${main}</main>
</body>
</html>
`)
