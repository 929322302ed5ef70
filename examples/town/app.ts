import type { Clock } from '@kalends/core'
import { createFeed } from '@kalends/fetch/feed'
import { accessOptions } from 'example-server/access.ts'
import { type App, buildApp } from 'example-server/app.ts'
import type { Settings } from 'example-server/settings.ts'
import { bundleAssets } from './assets.ts'
import { createPages, pageOf } from './pages.ts'

/**
 * The example server with pages for people and a feed for their calendar component.
 * @param options.clock another clock than the machine's, for tests
 */
export async function buildTown(settings: Settings, options: { readonly clock?: Clock } = {}): Promise<App> {
  const [app, assets] = await Promise.all([buildApp(settings, options), bundleAssets()])
  return {
    ...app,
    handlerAt: (publicUrl) => {
      const { access, basePath, namespace, languages } = settings
      const links = pageOf(publicUrl)
      const feed = createFeed(app.calendar, { ...accessOptions(access), basePath, namespace, languages, publicUrl, links })
      const handler = app.handlerAt(publicUrl)
      const pages = createPages(settings, assets)
      return async (request) => pages(request) ?? (await feed.tryHandle(request)) ?? handler(request)
    },
  }
}
