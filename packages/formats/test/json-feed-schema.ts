const text = { type: 'string' } as const
const address = { type: 'string', pattern: '^https?://[^\\s]+$' } as const
const instant = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$' } as const

/** An object whose further members are extensions, which begin with an underscore. */
const object = (required: readonly string[], properties: Readonly<Record<string, object>>) =>
  ({ type: 'object', required, properties, patternProperties: { '^_': {} }, additionalProperties: false }) as const

const list = (items: object) => ({ type: 'array', items }) as const

const author = { ...object([], { name: text, url: address, avatar: address }), minProperties: 1 }

const attachment = object(['url', 'mime_type'], {
  url: address,
  mime_type: text,
  title: text,
  size_in_bytes: { type: 'number' },
  duration_in_seconds: { type: 'number' },
})

const item = {
  ...object(['id'], {
    id: { type: 'string', minLength: 1 },
    url: address,
    external_url: address,
    title: text,
    content_html: text,
    content_text: text,
    summary: text,
    image: address,
    banner_image: address,
    date_published: instant,
    date_modified: instant,
    authors: list(author),
    tags: list(text),
    language: text,
    attachments: list(attachment),
  }),
  anyOf: [{ required: ['content_html'] }, { required: ['content_text'] }],
}

/** What JSON Feed 1.1 says of a document: https://www.jsonfeed.org/version/1.1/. */
export const jsonFeedSchema = object(['version', 'title', 'items'], {
  version: { const: 'https://jsonfeed.org/version/1.1' },
  title: text,
  home_page_url: address,
  feed_url: address,
  description: text,
  user_comment: text,
  next_url: address,
  icon: address,
  favicon: address,
  authors: list(author),
  language: text,
  expired: { type: 'boolean' },
  hubs: list(object(['type', 'url'], { type: text, url: address })),
  items: list(item),
})
