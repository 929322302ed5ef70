import { expect, onTestFinished, test } from 'vitest'
import { kinds } from './kinds.ts'
import { createOwnDatabase, lastingEngines } from './own-database.ts'
import { startServer } from './running-server.ts'

test.each(lastingEngines)(
  'a server on $name has every acknowledged record after kill -9, and the demo data only once',
  {
    timeout: 120_000,
  },
  async (engine) => {
    const { environment, remove } = await createOwnDatabase(engine)
    onTestFinished(remove)
    const first = await startServer(environment)
    const townBefore = (await first.ask('GET', 'venues')).body['total']
    const acknowledged: { path: string; name: unknown; title: string }[] = []
    const write = async (client: number): Promise<void> => {
      for (let turn = 0; ; turn += 1) {
        for (const { plural, title, create } of kinds) {
          const { status, body } = await first.ask('POST', plural, create(`Record ${client} ${turn} ${plural}`))
          if (status === 201) acknowledged.push({ path: `${plural}/${body['id']}`, name: body[title], title })
          if (acknowledged.length === 60) first.process.kill('SIGKILL')
        }
      }
    }
    await Promise.allSettled([1, 2, 3, 4].map(write))
    const second = await startServer(environment)
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)
    for (const { path, name, title } of acknowledged) expect((await second.ask('GET', path)).body[title]).toBe(name)
    const made = acknowledged.filter(({ path }) => path.startsWith('venues/')).length
    const townAfter = Number((await second.ask('GET', 'venues?per_page=100')).body['total'])
    expect(townAfter - Number(townBefore)).toBeGreaterThanOrEqual(made)
    expect(townAfter - Number(townBefore)).toBeLessThanOrEqual(made + 4)
    expect(await second.stop('SIGTERM')).toBe(0)
  },
)
