import { isTest, type Sources } from './sources.ts'

const maxLines = 300
const emptyNames = new Set(['utils', 'util', 'helpers', 'helper', 'types', 'common', 'misc', 'shared'])
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Reports meaningless names, names in another case, default exports, and files that are too long. */
export function checkFiles(sources: Sources): readonly string[] {
  return Object.entries(sources).flatMap(([path, text]) => [
    ...checkNames(path),
    ...checkDefaultExport(path, text),
    ...checkLength(path, text),
  ])
}

function checkNames(path: string): readonly string[] {
  const names = path
    .replace(/(?:\.deep)?(?:\.(?:test|test-d|bench))?\.ts$/, '')
    .split('/')
    .slice(1)
  return names.flatMap((name) => {
    if (emptyNames.has(name)) return [`${path}: '${name}' says nothing about what is inside; name the one concept that it holds.`]
    return kebabCase.test(name) ? [] : [`${path}: '${name}' is not in kebab-case.`]
  })
}

function checkDefaultExport(path: string, text: string): readonly string[] {
  const found =
    /^export\s+default\b/m.test(text) || /^export\s*\{[^}]*\bas\s+default\b/m.test(text) || /^export\s*\{\s*default\s*[,}]/m.test(text)
  return found ? [`${path} has a default export: give it a name, so that it is called the same everywhere.`] : []
}

function checkLength(path: string, text: string): readonly string[] {
  const lines = text.replace(/\n$/, '').split('\n').length
  return isTest(path) || lines <= maxLines
    ? []
    : [`${path} has ${lines} lines: a source file has at most ${maxLines}, so split it by concept.`]
}
