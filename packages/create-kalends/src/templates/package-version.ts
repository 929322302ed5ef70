import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

const path = findPackageJSON(import.meta.url)
if (path === undefined) throw new Error('The package of this program has lost its package.json.')

/** The folder of this package, which is above both its sources and what is built of them. */
export const packageFolder = dirname(path)

const manifest: { readonly version: string } = JSON.parse(readFileSync(path, 'utf8'))

/** The version of this package, and of all packages of Kalends that were published with it. */
export const { version } = manifest
