import { type Html, html, toText } from 'example-server/html.ts'

/** The parts of a page that differ. */
export interface PageParts {
  readonly title: string
  /** The script that makes it live; nothing for a page without one. */
  readonly script: Html
  /** What the script has to know, as attributes of the body. */
  readonly data: Html
  /** The right side of the header. */
  readonly header: Html
  readonly main: Html
}

/** The text of a page of the town. */
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
