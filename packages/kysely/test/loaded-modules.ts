import { readFileSync } from 'node:fs'

/** The modules that a module of the package loads, itself included, by their paths in `src`. Imports of types load nothing. */
export function loadedBy(url: URL): readonly string[] {
  const known = new Set<string>()
  const visit = (module: URL): void => {
    if (known.has(module.href)) return
    known.add(module.href)
    const imports = /^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'/gm
    for (const [, path = ''] of readFileSync(module, 'utf8').matchAll(imports)) visit(new URL(path, module))
  }
  visit(url)
  return [...known].map((href) => href.replace(/^.*\/src\//, ''))
}
