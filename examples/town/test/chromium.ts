import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// Not chromium-browser: on Ubuntu this is no browser, but a script that says how to install one.
const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const isThere = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The browser that the tests use: the one that `CHROMIUM` names, or one of this machine; undefined when there is none.
 * @throws Error `KALENDS_BROWSER=required` asks for one, and there is none
 */
export function findChromium(): string | undefined {
  const { CHROMIUM, PATH = '', KALENDS_BROWSER } = process.env
  const candidates = CHROMIUM
    ? [CHROMIUM]
    : [...PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere]
  const found = candidates.find(isThere)
  if (found === undefined && KALENDS_BROWSER === 'required') throw new Error('KALENDS_BROWSER=required, and there is no Chromium.')
  if (found === undefined) console.warn('The browser tests were NOT run: there is no Chromium here. Install one, or name it in CHROMIUM.')
  return found
}
