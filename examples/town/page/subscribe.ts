import { api } from './api.ts'
import { one, say } from './dom.ts'
import { feedPath, toWebcal } from './feed.ts'

/** Lets the links to a list follow the filters of the page. */
export function linkFeed(page: URLSearchParams): void {
  const file = one('#feed-file', HTMLAnchorElement)
  file.href = api + feedPath(page)
  one('#feed-program', HTMLAnchorElement).href = toWebcal(file.href)
}

/** Offers to copy the address. Browsers have a clipboard only for pages that came over https, or from this machine. */
export function offerCopy(): void {
  const button = document.querySelector('#feed-copy')
  if (!(button instanceof HTMLButtonElement) || navigator.clipboard === undefined) return
  const said = one('#feed-said', HTMLElement)
  button.hidden = false
  button.addEventListener('click', async () => {
    const { href } = one('#feed-file', HTMLAnchorElement)
    const isCopied = await navigator.clipboard.writeText(href).then(
      () => true,
      () => false,
    )
    say(said, isCopied ? 'The address is copied.' : `The browser copies nothing. The address is ${href}`)
  })
}
