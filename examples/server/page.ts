import type { Settings } from './settings.ts'

/** A page for people at `/`: what runs here, and where. It asks for nothing from elsewhere. */
export function toPage(settings: Settings, publicUrl: string): (request: Request) => Response {
  const base = `${publicUrl}${settings.basePath}`
  const root = `${base}/${settings.namespace}`
  const html = render(settings, base, root)
  return ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
    return new Response(method === 'HEAD' ? null : html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
        'x-content-type-options': 'nosniff',
      },
    })
  }
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function render({ store, access, timeZone, languages, namespace }: Settings, base: string, root: string): string {
  const link = (path: string, text: string): string =>
    `<li><a href="${escapeHtml(path)}">${escapeHtml(path)}</a><br>${escapeHtml(text)}</li>`
  const lists = ['events', 'venues', 'organizers', 'categories', 'tags'].map((kind) => link(`${root}/${kind}`, `The ${kind}`))
  const documents = languages.map((language) => link(`${base}/${language}/${namespace}/doc`, `The same document, ${language}`))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kalends</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1d2330; background: #fff }
a { color: #0b57a4 } li { margin: .5rem 0 } pre { overflow-x: auto; padding: 1rem; background: #f2f4f8 }
@media (prefers-color-scheme: dark) { body { color: #e8ebf2; background: #14171f } a { color: #8cc2ff } pre { background: #20242f } }
</style>
</head>
<body>
<main>
<h1>Kalends</h1>
<p>An events calendar runs here. Store: ${escapeHtml(store)}. Access: ${escapeHtml(access)}. Time zone: ${escapeHtml(timeZone)}.</p>
<h2>Addresses</h2>
<ul>
${[link(root, 'What there is, with all parameters'), link(`${root}/doc`, 'The OpenAPI document'), ...lists, ...documents].join('\n')}
</ul>
<h2>Write an event</h2>
<pre>curl -X POST ${escapeHtml(root)}/events \\
  -H 'Content-Type: application/json' \\
  -d '{"title":"Choir evening","start_date":"2027-05-31 19:30","end_date":"2027-05-31 21:00","categories":"Music"}'</pre>
</main>
</body>
</html>
`
}
