import { isCalendarError } from '@kalends/client'
import { client, language, townZone } from './api.ts'
import { one, say } from './dom.ts'
import { type FormValues, toInput } from './form-values.ts'
import { whenText } from './times.ts'

/** Counts the calls: of several answers only that of the last one is shown. */
let turns = 0

/**
 * Says when the chosen venues are taken at the time of the form. It is a hint: the calendar refuses what overlaps at an exclusive venue. In another
 * zone than that of the town nothing is said, because the interface reads times without an offset in that zone.
 * @param ownId the edited event, which takes its own time
 * @param nameOf the name of a venue
 */
export async function showBusy(values: FormValues, ownId: number | undefined, nameOf: (id: string) => string): Promise<void> {
  const turn = ++turns
  const found = await readBusy(values).catch((error) => {
    if (!isCalendarError(error)) throw error
    return []
  })
  if (turn !== turns) return
  const others = found.filter(({ eventIds }) => eventIds.length !== 1 || eventIds[0] !== ownId)
  const texts = others.map(({ venueId, startMs, endMs }) => {
    const when = whenText({ allDay: false, startDate: '', endDate: '', startMs, endMs }, townZone)
    return `${nameOf(String(venueId))} is taken: ${when}.`
  })
  say(one('#busy', HTMLElement), texts.join(' '))
}

async function readBusy(values: FormValues): ReturnType<typeof client.freeBusy> {
  const { startDate, endDate } = toInput(values)
  // The hint knows English alone, as the preview of dates.
  const isKnown = language === undefined && (values.timeZone === '' || values.timeZone === townZone)
  const isWhole =
    values.startDay !== '' && values.endDay !== '' && (values.allDay !== '' || (values.startTime !== '' && values.endTime !== ''))
  if (values.venues === '' || !isKnown || !isWhole) return []
  return client.freeBusy({ venueIds: values.venues.split(',').map(Number), from: startDate, to: endDate })
}
