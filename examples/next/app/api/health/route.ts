/** A route of the host beside the calendar. */
export const GET = (): Response => new Response('ok')
