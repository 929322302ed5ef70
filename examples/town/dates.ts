import { type Calendar, isCalendarError } from '@kalends/core'

/**
 * Responds to `/dates` with the first dates of an event that is not saved yet, so that the form can show the effect of a rule. The
 * parameters are named as in the calendar; `rule` is the rule of `recurrence`.
 */
export async function answerDates(calendar: Calendar, query: URLSearchParams): Promise<Response> {
  const get = (name: string): string => query.get(name) ?? ''
  try {
    const { rule, dates } = await calendar.events.previewSeries({
      startDate: get('startDate'),
      endDate: get('endDate'),
      allDay: get('allDay') === 'true',
      ...(get('timeZone') !== '' && { timeZone: get('timeZone') }),
      recurrence: get('rule'),
    })
    return toJson(200, { rule, dates: dates.map(({ startDate, endDate }) => ({ startDate, endDate })) })
  } catch (error) {
    if (!isCalendarError(error, 'invalid_input')) throw error
    return toJson(400, { params: error.details.params })
  }
}

const toJson = (status: number, body: object): Response =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } })
