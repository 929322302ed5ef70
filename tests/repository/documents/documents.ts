import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programEnvironment } from '../../lanes/program-environment.ts'

const server = fileURLToPath(new URL('../../../examples/server', import.meta.url))

/** The top of the project. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A document of the project. */
export interface Document {
  /** From the top of the project. */
  readonly path: string
  /** Its Markdown. */
  readonly text: string
}

/** The documents that people read. */
export function readDocuments(): readonly Document[] {
  const paths = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md', 'bench/*.md', 'examples/*/*.md', 'skills/*/SKILL.md'], { cwd: root })
  return paths.sort().map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))
}

/** The rows of the first table below a heading, without the header; the cells are trimmed. */
export const readTable = (text: string, heading: string): readonly (readonly string[])[] =>
  (/^\|.*\n\|[-:| ]+\n((?:\|.*\n)+)/m.exec(text.split(`\n${heading}\n`)[1] ?? '')?.[1] ?? '')
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** A program in a document. */
export interface Program {
  /** The document and the number of the program in it. */
  readonly name: string
  /** TypeScript. */
  readonly code: string
  /** What the document says that it prints; absent for a program that is shown without. */
  readonly printed: string | undefined
}

const block = /^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm

/** The programs of some documents. */
export const readPrograms = (documents: readonly Document[]): readonly Program[] =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(block)].map(([, code = '', printed], index) => ({ name: `${path} ${index + 1}`, code, printed })),
  )

/** The commands of a document, one each; lines that end with a backslash go on. */
export const readCommands = (text: string): readonly string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, code = '']) => code.split(/(?<!\\)\n/))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '')

/**
 * Puts programs where the packages are found as from an application, and gives what the work gives.
 * @param work gets the folder, and the file of each program
 */
export function withFiles<T>(programs: readonly Program[], work: (folder: string, files: readonly string[]) => T): T {
  mkdirSync(join(server, 'data'), { recursive: true })
  const folder = mkdtempSync(join(server, 'data', 'documents-'))
  try {
    const files = programs.map(({ code }, index) => {
      writeFileSync(join(folder, `program-${index}.ts`), code)
      return `program-${index}.ts`
    })
    return work(folder, files)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * What the compiler says about some programs; empty when it is content.
 * @param surroundings what they may use without an import; then they may also leave unused what they define
 */
export function compile(programs: readonly Program[], surroundings?: string): string {
  return withFiles(programs, (folder) => {
    if (surroundings !== undefined) writeFileSync(join(folder, 'surroundings.ts'), surroundings)
    const compilerOptions = { noUnusedLocals: surroundings === undefined }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'] }))
    const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' })
    return stdout.replace(/[^\s]*program-(\d+)\.ts/g, (_, index) => programs[Number(index)]?.name ?? '')
  })
}

/** A port without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * Runs programs one after the other in one process of Node, and gives what each prints.
 * @param port where the one that listens does so instead of at 3000, which may be taken on this machine
 */
export function run(programs: readonly Program[], port: number): readonly string[] {
  const moved = programs.map((program) => ({ ...program, code: program.code.replace(/(127\.0\.0\.1:|listen\()3000/g, `$1${port}`) }))
  return withFiles(moved, (folder, files) => {
    const main = files.map((file) => `console.log('\\x1e'); await import('./${file}')`).join('\n')
    // Servers of the programs listen for ever.
    writeFileSync(join(folder, 'main.ts'), `${main}\nprocess.exit()`)
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=@kalends/source', 'main.ts'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...programEnvironment, NO_COLOR: '1' },
    })
    if (status !== 0) throw new Error(stderr)
    return stdout.split('\x1e\n').slice(1)
  })
}
