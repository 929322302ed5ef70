import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { closedPort, ended, openCalendar, openFolder, start } from './program.ts'

describe('migrate and pending', () => {
  test('make the tables, once', async () => {
    const { call } = await openFolder()
    expect(await call(['migrate'])).toMatchObject({ code: 0, stdout: '0001-initial has run.\n0002-status-reason has run.\n', stderr: '' })
    expect(await call(['migrate'])).toMatchObject({ code: 0, stdout: 'The tables are up to date.\n', stderr: '' })
    expect((await call(['migrate', '--json'])).json()).toEqual({ migrations: [] })
    expect(await call(['pending'])).toMatchObject({ code: 0, stdout: 'The tables are up to date.\n' })
  })

  test('pending migrations are exit code 1, and each prefix has its own', async () => {
    const { call } = await openCalendar()
    expect(await call(['pending', '--prefix', 'town_'])).toMatchObject({ code: 1, stdout: '0001-initial\n0002-status-reason\n' })
    const answer = await call(['pending', '--prefix', 'town_', '--json'])
    expect([answer.code, answer.json()]).toEqual([1, { pending: ['0001-initial', '0002-status-reason'] }])
  })
})

describe('a database that cannot be used is one sentence, and exit code 3:', () => {
  test.each(['pending', 'verify', 'serve'])('a missing file for %s, which is not made', async (name) => {
    const { call, pathOf } = await openFolder()
    const answer = await call([name])
    expect(answer).toMatchObject({ code: 3, stdout: '', stderr: 'The database calendar.db does not exist: kalends migrate makes it.\n' })
    expect(existsSync(pathOf('calendar.db'))).toBe(false)
  })

  test('tables that are missing', async () => {
    const { call } = await openCalendar()
    const answer = await call(['verify', '--prefix', 'town_', '--json'])
    const message = 'The database calendar.db has no tables of a calendar, or older ones: kalends migrate makes them.'
    expect([answer.code, answer.json()]).toEqual([3, { error: { code: 'database', message } }])
  })

  test('a file that is no database', async () => {
    const { call, pathOf } = await openFolder()
    await writeFile(pathOf('calendar.db'), 'This is a letter, and it is long enough for a page of SQLite.'.repeat(100))
    expect(await call(['migrate'])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: 'The database calendar.db cannot be used: file is not a database.\n',
    })
  })

  test.each(['postgres', 'mysql'])('a server of %s that is away, without its password', async (protocol) => {
    const { call } = await openFolder()
    const port = await closedPort()
    const { code, stdout, stderr } = await call(['migrate', '--database', `${protocol}://town:secret@127.0.0.1:${port}/town`])
    const name = `${protocol}://town:***@127.0.0.1:${port}/town`
    expect([code, stdout, stderr]).toEqual([3, '', `The database ${name} cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.\n`])
  })
})

test('a signal ends a command whose server does not answer', async () => {
  const { folder } = await openFolder()
  // PostgreSQL says that the user is welcome, and that it waits for a statement.
  const welcome = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0, ...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')])
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.once('data', () => void socket.write(welcome))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  const url = `postgres://town@127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/town`
  const child = start(['pending', '--database', url], { folder })
  onTestFinished(() => void child.kill('SIGKILL'))
  const end = ended(child)
  await once(server, 'connection')
  child.kill('SIGTERM')
  expect(await end).toEqual(expect.objectContaining({ code: 143, stdout: '', stderr: 'Stopped by SIGTERM.\n' }))
})
