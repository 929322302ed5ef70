import worker, { CalendarObject } from '../../../examples/worker/durable-object.ts'

type ObjectParameters = ConstructorParameters<typeof CalendarObject>

const readClock = Date.now

/** The objects of the example, with a request that makes the alarm due, at a later date if it says so, and one that asks when it is. */
export class ObjectWithAlarm extends CalendarObject {
  readonly #storage
  #aheadMs = 0

  constructor(...[state, environment]: ObjectParameters) {
    super(state, environment)
    this.#storage = state.storage
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (!pathname.endsWith('/alarm')) return super.fetch(request)
    if (request.method === 'POST') {
      this.#aheadMs = Number(searchParams.get('ahead_days') ?? 0) * 86_400_000
      await this.#storage.setAlarm(Date.now())
    }
    return new Response(String((await this.#storage.getAlarm()) ?? 0))
  }

  override async alarm(): Promise<void> {
    Date.now = () => readClock() + this.#aheadMs
    try {
      await super.alarm()
    } finally {
      Date.now = readClock
    }
  }
}

export default worker
