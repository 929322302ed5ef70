import type { Clock } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { type App, buildApp, hostCheckOf, report, servingOptions } from 'example-server/app.ts'
import { refuse } from 'example-server/refusal.ts'
import type { Settings } from 'example-server/settings.ts'
import { bundleAssets } from './assets.ts'
import { createImportForm } from './import-form.ts'
import { createMergeForm } from './merge-form.ts'
import { createPages, pageOf } from './pages.ts'
import { createPlainForm } from './plain-form.ts'
import { createPreviewPage } from './preview-page.ts'
import { createProposalsForm } from './proposals-form.ts'
import { createUndoForm } from './undo-form.ts'

/**
 * The example server, with web pages to which its events link.
 * @param options.clock another clock than the machine's, for tests
 * @throws an error whose message names the variable, when a setting cannot be used
 */
export async function buildTown(settings: Settings, options: { readonly clock?: Clock } = {}): Promise<App> {
  const { compatibility } = settings
  if (compatibility !== 'none')
    throw refuse('COMPATIBILITY', compatibility, 'none, because the pages of the town read the interface of Kalends')
  const [app, assets] = await Promise.all([buildApp(settings, options), bundleAssets()])
  return {
    ...app,
    handlerAt: (publicUrl) => {
      const served = servingOptions(settings, publicUrl)
      const handler = createHandler(app.calendar, { ...served, links: pageOf(publicUrl) })
      const isKnownHost = hostCheckOf(settings, publicUrl)
      const visible = app.calendar.as(null, served.access)
      const pages = createPages({ settings, publicUrl, assets, calendar: app.calendar, visible, handle: handler, onError: report })
      const plainForm = createPlainForm({ settings, publicUrl, calendar: app.calendar, handle: handler })
      const importForm = createImportForm({ settings, publicUrl, calendar: app.calendar, imports: app.imports, served, onError: report })
      const mergeForm = createMergeForm({ settings, publicUrl, calendar: app.calendar, served, onError: report })
      const undoForm = createUndoForm({ settings, publicUrl, handle: handler })
      const own = { settings, publicUrl, calendar: app.calendar, served, onError: report }
      const proposalsForm = createProposalsForm(own)
      const previewPage = createPreviewPage({ ...own, handle: handler })
      const answer = (request: Request) =>
        [pages, plainForm, importForm, mergeForm, undoForm, proposalsForm, previewPage].reduce<ReturnType<typeof pages>>(
          (found, page) => found ?? page(request),
          undefined,
        )
      return async (request) => (isKnownHost(request) ? answer(request) : undefined) ?? handler(request)
    },
  }
}
