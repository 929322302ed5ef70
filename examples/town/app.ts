import type { Clock } from '@kalends/core'
import { createHostCheck } from '@kalends/fetch'
import { createFeed } from '@kalends/fetch/feed'
import { type App, buildApp, servingOptions } from 'example-server/app.ts'
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
      const served = servingOptions(settings, publicUrl)
      const feed = createFeed(app.calendar, { ...served, links: pageOf(publicUrl) })
      const isKnownHost = createHostCheck(served.hosts, publicUrl)
      const handler = app.handlerAt(publicUrl)
      const pages = createPages(settings, assets)
      return async (request) => (isKnownHost(request) ? pages(request) : undefined) ?? (await feed.tryHandle(request)) ?? handler(request)
    },
  }
}
