import { readForm, readMultipart } from './body/forms.ts'
import { decodeUtf8 } from './body/read-body.ts'
import type { Extension, InternalExtension } from './options/extension.ts'

/**
 * Reads form-encoded bodies beside JSON. Forms of pages of other sites are `forbidden`, unless `cors` names their origin.
 * @example
 * import { forms } from '@kalends/fetch/forms'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [forms()] })
 */
export function forms(): Extension {
  const extension: InternalExtension = {
    name: 'forms',
    bodies: [
      {
        mediaTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
        isSentUnasked: true,
        read: (bytes, contentType) =>
          /^\s*multipart/i.test(contentType) ? readMultipart(bytes, contentType) : readForm(decodeUtf8(bytes)),
      },
    ],
  }
  return extension
}
