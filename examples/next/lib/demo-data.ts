import type { Calendar } from '@kalends/core'

/** The day in that many days, as `YYYY-MM-DD`. */
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An evening in that many days. */
const evening = (days: number) => ({ startDate: `${dayIn(days)} 19:30`, endDate: `${dayIn(days)} 21:30` })

/** Fills an empty calendar: delete this file and its call when you have events of your own. */
export async function addDemoData(calendar: Calendar): Promise<void> {
  await calendar.transaction(async ({ events }) => {
    if ((await events.count({ status: 'any' })) > 0) return
    const hall = { name: 'Town Hall', city: 'Quellbrunn' }
    const brewery = { name: 'Old Brewery', city: 'Quellbrunn' }
    await events.create({ title: 'Choir Evening', ...evening(2), categories: 'Music', venues: hall, cost: '12' })
    await events.create({ title: 'Chess Club', ...evening(3), categories: 'Games', venues: brewery, recurrence: 'FREQ=WEEKLY;COUNT=4' })
    await events.create({ title: 'Flea Market', startDate: dayIn(9), endDate: dayIn(9), allDay: true, venues: hall, cost: 'Free' })
    await events.create({ title: 'Jazz & Soup', ...evening(12), categories: ['Food', 'Music'], venues: brewery })
    const portland = { timeZone: 'America/Los_Angeles', eventStatus: 'movedOnline' } as const
    await events.create({ title: 'Greetings from Portland', ...evening(13), categories: 'Music', ...portland })
    await events.create({ title: 'Town Fair', startDate: dayIn(20), endDate: dayIn(22), allDay: true })
  })
}
