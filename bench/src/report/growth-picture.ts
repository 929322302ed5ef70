import { sizeName } from '../bars/sizes.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import type { GrowthSample } from '../growth.ts'

/** The lists that have a colour; all others are grey. Colours that people with colour-blindness can tell apart (Okabe and Ito). */
const colours: Readonly<Record<string, string>> = {
  'events, default window': '#0072b2',
  'events, `categories`: any of three': '#009e73',
  'events, `search`: a frequent word': '#d55e00',
  'events, `search`: a rare word': '#cc79a7',
  'events, page 1000': '#e69f00',
}

/** Positions in SVG's units: those of the plots, and the distance from one to the next. */
const plot = { width: 240, height: 260, left: 60, top: 40, step: 290 } as const
/** The shown times in milliseconds, as powers of ten. */
const powers = { least: -2, most: 3 } as const
const exponents = Array.from({ length: powers.most - powers.least + 1 }, (_, index) => powers.least + index)

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const at = (value: number): string => value.toFixed(1)
const text = (x: number, y: number, content: string, rest = ''): string =>
  `<text x="${at(x)}" y="${at(y)}"${rest}>${escaped(content)}</text>`

/** The vertical position of a time; times outside of the plot lie on its edge. */
function toY(ms: number): number {
  const exponent = Math.min(powers.most, Math.max(powers.least, Math.log10(ms)))
  return plot.top + ((powers.most - exponent) / (powers.most - powers.least)) * plot.height
}

function enginePlot(engine: EngineName, samples: readonly GrowthSample[], left: number): string {
  const sizes = [...new Set(samples.map(({ events }) => events))]
  const [least = 1, most = 1] = [sizes[0], sizes.at(-1)]
  const toX = (events: number): number => left + (most === least ? 0.5 : Math.log(events / least) / Math.log(most / least)) * plot.width
  const grid = exponents.map((exponent) => {
    const y = toY(10 ** exponent)
    return `<line x1="${left}" x2="${left + plot.width}" y1="${at(y)}" y2="${at(y)}" stroke="#dddddd"/>${text(left - 6, y + 4, `${10 ** exponent} ms`, ' text-anchor="end"')}`
  })
  const ticks = sizes.map((events) => text(toX(events), plot.top + plot.height + 18, sizeName(events), ' text-anchor="middle"'))
  const lists = [...Map.groupBy(samples, ({ query }) => query)].toSorted(([one], [other]) => order(one) - order(other))
  const lines = lists.map(([query, ofQuery]) => {
    const points = ofQuery.map(({ events, pageMs, otherMs }) => `${at(toX(events))},${at(toY(pageMs + otherMs))}`).join(' ')
    const colour = colours[query]
    return `<polyline points="${points}" fill="none" stroke="${colour ?? '#bbbbbb'}" stroke-width="${colour === undefined ? 1 : 2.5}"/>`
  })
  return [text(left, plot.top - 14, engineTitles[engine], ' font-weight="bold"'), ...grid, ...ticks, ...lines].join('\n')
}

/** The place of a list in the drawing: grey lines lie below the others. */
const order = (query: string): number => Object.keys(colours).indexOf(query)

function legend(top: number): readonly string[] {
  const entries = [...Object.entries(colours), ['every other list', '#bbbbbb'] as const]
  return entries.map(([query, colour], index) => {
    const [x, y] = [plot.left + (index % 3) * plot.step, top + Math.floor(index / 3) * 22]
    return `<line x1="${x}" x2="${x + 24}" y1="${y - 4}" y2="${y - 4}" stroke="${colour}" stroke-width="3"/>${text(x + 32, y, query.replaceAll('`', ''))}`
  })
}

/** What a page costs in tables of all sizes, as an SVG picture with a plot for each engine. Both axes are logarithmic. */
export function growthPicture(samples: readonly GrowthSample[]): string {
  const engines = [...Map.groupBy(samples, ({ engine }) => engine)]
  const [width, legendTop] = [plot.left + Math.max(3, engines.length) * plot.step, plot.top + plot.height + 56]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${legendTop + 40}" font-family="sans-serif" font-size="12" role="img">`,
    '<title>Milliseconds for a page, by the number of events</title>',
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    ...engines.map(([engine, ofEngine], index) => enginePlot(engine, ofEngine, plot.left + index * plot.step)),
    ...legend(legendTop),
    '</svg>\n',
  ].join('\n')
}
