import type { PrebuiltAnswer } from '../serve/server-plan.ts'
import type { RunningServer } from '../serve/start-server.ts'

/** A server's response to a path. */
export async function answerOf({ port }: RunningServer, path: string): Promise<PrebuiltAnswer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) }
}

/** The responses of a server to some paths, ready to be served unchanged. */
export async function answersOf(server: RunningServer, paths: readonly string[]): Promise<ReadonlyMap<string, PrebuiltAnswer>> {
  const answers = new Map<string, PrebuiltAnswer>()
  for (const path of paths) answers.set(path, await answerOf(server, path))
  return answers
}

/**
 * Checks that a server returns these responses byte for byte. Otherwise the comparison of costs would not be fair.
 * @throws Error a response differs
 */
export async function ensureSameAnswers(name: string, server: RunningServer, answers: ReadonlyMap<string, PrebuiltAnswer>): Promise<void> {
  for (const [path, { status, body }] of answers) {
    const found = await answerOf(server, path)
    if (found.status !== status || !Buffer.from(found.body).equals(body)) {
      throw new Error(
        `The ${name} answers ${path} with ${found.status} and ${found.body.byteLength} bytes, not with the handler's own ${body.byteLength}.`,
      )
    }
  }
}
