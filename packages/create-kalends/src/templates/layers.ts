import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Choices, frameworks } from '../choices.ts'
import { packageFolder } from './package-version.ts'

const folder = join(packageFolder, 'templates')

/** The files of a layer, by their paths in it, with `/` on every operating system. */
export type Layer = ReadonlyMap<string, string>

/** The folders of templates whose files an application has, in the order in which they are put together. */
export function layersOf({ framework, store, signIn, demoData }: Choices): readonly string[] {
  return [
    'base',
    ...frameworks[framework].layers,
    ...(framework === 'next' && signIn === 'session' ? ['frameworks/next-session'] : []),
    ...(store === null ? [] : [`stores/${store}`]),
    `sign-in/${signIn}`,
    ...(demoData ? ['demo-data'] : []),
  ]
}

/** Reads the files of a layer. */
export function readLayer(name: string): Layer {
  const entries = readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name: file }) => join(parentPath, file))
  return new Map(paths.sort().map((path) => [path.slice(join(folder, name).length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]))
}
