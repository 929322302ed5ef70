// Looks up 20,000 spellings of time zones, valid ones of every zone and invalid ones, and prints by how many MiB the process grows. Run it
// with --expose-gc and --conditions=@kalends/source.
import { canonicalZone, offsetMs } from '../../src/time/zone.ts'
import { listedZones } from '../clock-changes.ts'

const spellings = 20_000

/** A different mix of letter cases for every number. */
function spell(name: string, number: number): string {
  return [...name].map((letter, i) => ((number >> (i % 15)) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join('')
}

function askForAll(ask: (text: string) => unknown): void {
  for (let number = 0; number < spellings; number += 4) {
    const zone = listedZones[(number / 4) % listedZones.length] ?? 'UTC'
    for (const text of [spell(zone, number), `${zone}/${number}`, `UTC+${number}`, `Mars/Base${'x'.repeat(number % 500)}`]) ask(text)
  }
}

function residentMiB(): number {
  for (let round = 0; round < 4; round++) globalThis.gc?.()
  return process.memoryUsage().rss / 2 ** 20
}

function grownBy(work: () => void): number {
  const before = residentMiB()
  work()
  return residentMiB() - before
}

// Creates the texts and loads the rules of one zone before measuring, so that neither is counted.
offsetMs('Europe/Berlin', 0)
askForAll((text) => text.length)
const namesMiB = grownBy(() => askForAll(canonicalZone))
// The rules of the 600 zones stay in memory after the first round. The second round must load no more, for any of the 20,000 spellings.
askForAll(useZone)
const rulesMiB = grownBy(() => askForAll(useZone))
console.log(JSON.stringify({ spellings, namesMiB, rulesMiB }))

function useZone(text: string): void {
  const zone = canonicalZone(text)
  if (zone !== undefined) offsetMs(zone, 0)
}
