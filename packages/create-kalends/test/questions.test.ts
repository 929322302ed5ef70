import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readFlags } from '../src/flags.ts'
import { type Answers, ask } from '../src/questions.ts'

const keys = { enter: '\r', down: '\u001b[B', left: '\u001b[D', cancel: '\u0003' } as const

/** Answers each question by the keys for it, as soon as it stands in the terminal. */
async function answer(words: readonly string[], strokes: Readonly<Record<string, readonly string[]>>) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 })
  const asked: string[] = []
  let shown = ''
  output.on('data', (chunk) => {
    shown += chunk
    for (const [question, pressed] of Object.entries(strokes)) {
      if (asked.includes(question) || !shown.includes(question)) continue
      asked.push(question)
      // A key that is pressed before the question listens is lost.
      setImmediate(() => input.write(pressed.join('')))
    }
  })
  const answers: Answers | null = await ask(readFlags(words), { input, output })
  return { answers, asked }
}

const enter = [keys.enter]

describe('the questions', () => {
  test('take their defaults by Enter', async () => {
    const all = { 'Which folder?': enter, 'Which framework?': enter, 'Which store?': enter, 'sign in?': enter, 'few events?': enter }
    const { answers, asked } = await answer([], all)
    expect(asked).toEqual(Object.keys(all))
    expect(answers).toEqual({ folder: 'calendar', choices: { framework: 'node', store: 'sqlite', signIn: 'none', demoData: true } })
  })

  test('take what is typed and chosen', async () => {
    const chosen = {
      'Which folder?': ['town', keys.enter],
      'Which framework?': [keys.down, keys.enter],
      'Which store?': [keys.down, keys.enter],
      'sign in?': [keys.down, keys.enter],
      'few events?': [keys.left, keys.enter],
    }
    const { answers } = await answer([], chosen)
    expect(answers).toEqual({ folder: 'town', choices: { framework: 'hono', store: 'postgres', signIn: 'session', demoData: false } })
  })

  test('leave out what the words say, and the store of a Durable Object', async () => {
    const { answers, asked } = await answer(['town', '--framework', 'durable-object', '--no-demo-data'], { 'sign in?': enter })
    expect(asked).toEqual(['sign in?'])
    expect(answers?.choices).toEqual({ framework: 'durable-object', store: null, signIn: 'none', demoData: false })
  })

  test.each([['Which folder?'], ['Which store?'], ['few events?']])('end when "%s" is cancelled', async (last) => {
    const questions = ['Which folder?', 'Which framework?', 'Which store?', 'sign in?', 'few events?']
    const { answers, asked } = await answer([], Object.fromEntries(questions.map((one) => [one, one === last ? [keys.cancel] : enter])))
    expect(answers).toBeNull()
    expect(asked.at(-1)).toBe(last)
  })
})
