import type { Extension } from './options/extension.ts'
import { changesRoute } from './routes/changes.ts'

/**
 * Serves the changes since a token at `{namespace}/changes`, for copies that follow the calendar, such as those of `@kalends/client/copy`.
 * @example
 * import { changes } from '@kalends/fetch/changes'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [changes()] })
 */
export const changes = (): Extension => ({ name: 'changes', routes: [changesRoute] })
