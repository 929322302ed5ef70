import { type Actor, type Calendar, isCalendarError } from '@kalends/core'
import { type DoubtfulItem, decide, type ImportStore } from '@kalends/import'
import { type FileReport, type ImportFile, importFile, isReadable, maxFileBytes } from './import-file.ts'
import { columnLabels, renderImport, type ShownImport } from './import-page.ts'
import { actorOf, failurePage, headers, type OwnFormOptions, readOwnForm } from './own-form.ts'

/** The largest accepted form in bytes: it holds the file in Base64. */
const maxFormBytes = 2 * maxFileBytes

/** What the import needs of the server. */
export interface ImportFormOptions extends OwnFormOptions {
  readonly calendar: Calendar
  readonly imports: ImportStore
}

/** The calendar as a person has it, and the bookkeeping of their source. */
interface Desk {
  readonly calendar: Calendar
  readonly options: { readonly source: string; readonly records: ImportStore }
}

/**
 * The import of a file, at `/import`. The file travels with the form, so that a preview needs no storage.
 * @returns a function that answers requests of the form; undefined for all others
 */
export function createImportForm(options: ImportFormOptions): (request: Request) => Promise<Response> | undefined {
  return (request) => {
    const path = URL.canParse(request.url) ? new URL(request.url).pathname : ''
    if (path !== '/import') return undefined
    if (request.method === 'POST') return receive(options, request).catch((error: unknown) => failurePage(options, error, failureText))
    return request.method === 'GET' ? Promise.resolve(respond(options, 200, emptyForm)) : undefined
  }
}

const failureText = 'The calendar cannot be written at the moment. What is imported already stays: import the file again later.'

const emptyForm: ShownImport = { token: '', source: '', file: undefined, columns: {}, decisions: new Map(), messages: [] }

const respond = ({ settings }: ImportFormOptions, status: number, shown: ShownImport): Response =>
  new Response(renderImport(settings.access, shown), { status, headers })

async function receive(server: ImportFormOptions, request: Request): Promise<Response> {
  const data = await readOwnForm(request, maxFormBytes)
  if (data instanceof Response) return data
  const { served, calendar, imports } = server
  const [shown, isNew] = await readShown(data)
  const refuse = (status: number, message: string): Response => respond(server, status, { ...shown, messages: [message] })
  const actor = await actorOf(server, shown.token)
  if (!(await mayCreate(served, actor)))
    return refuse(actor === null ? 401 : 403, 'Only people who may create events can import them: choose who you are.')
  const { file, source } = shown
  if (source === '') return refuse(400, 'Say where the events are from.')
  if (file === undefined || !isReadable(file.name)) return refuse(400, 'Choose a file whose name ends in .ics or .csv.')
  if (file.content.length > maxFileBytes) return refuse(413, 'The file is larger than 1 MB.')
  // A person's decisions hold for their own imports, so the source is theirs.
  const options = { source: actor === null ? source : `${source} (${actor.id})`, records: imports }
  const desk: Desk = { calendar: calendar.as(actor, served.access), options }
  const isImport = data.has('import') && !isNew
  if (isImport && !(await decideAll(desk, file, shown.decisions)))
    return refuse(403, 'You may not change one of the events that you have chosen, or it is gone: choose again.')
  const result = await importFile(desk.calendar, file, { ...options, dryRun: !isImport })
  return respond(server, 200, { ...shown, result: { ...result, isImport, others: await readOthers(desk.calendar, result) } })
}

/** Reads the fields of the form. @returns them, and whether the file is a new one, which has no preview yet */
async function readShown(data: FormData): Promise<readonly [shown: ShownImport, isNew: boolean]> {
  const textOf = (name: string): string => String(data.get(name) ?? '').trim()
  const columns = Object.fromEntries(Object.keys(columnLabels).map((name) => [name, textOf(`column-${name}`)]))
  const chosen = data.get('file')
  const isNew = chosen instanceof File && chosen.name !== ''
  const [name, content] = isNew
    ? [chosen.name, new Uint8Array(await chosen.arrayBuffer())]
    : [textOf('name'), new Uint8Array(Buffer.from(textOf('content'), 'base64'))]
  const keys = data.getAll('key').map(String)
  const decisions = new Map(data.getAll('decision').map((decision, at) => [keys[at] ?? '', String(decision)]))
  const file: ImportFile | undefined = name === '' ? undefined : { name, content, columns }
  return [{ token: textOf('person'), source: textOf('source').slice(0, 200), file, columns, decisions, messages: [] }, isNew]
}

/** Whether somebody may create an event at all; each record of the file is asked about when it is written. */
const mayCreate = async ({ access }: OwnFormOptions['served'], actor: Actor | null): Promise<boolean> =>
  access.may({ actor, action: 'create', kind: 'event', next: { id: null, authorId: actor?.id ?? '', status: 'draft' } })

/**
 * Stores the decisions about the doubtful items. A decision about any other item or record is left out.
 * @returns false if the person may not make one of them: then none is stored
 */
async function decideAll({ calendar, options }: Desk, file: ImportFile, decisions: ShownImport['decisions']): Promise<boolean> {
  if (decisions.size === 0) return true
  const { report } = await importFile(calendar, file, { ...options, dryRun: true })
  try {
    await calendar.transaction(async (tx) => {
      for (const { key, others } of report.doubtful) {
        const decision = decisions.get(key)
        if (decision === 'ignore') await decide(tx, options, key, 'ignore')
        for (const { id } of others) {
          if (decision === 'other') await decide(tx, options, key, 'not the same as', id)
          if (decision === `same ${id}`) await decide(tx, options, key, 'same as', id)
        }
      }
    })
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** Whether an event may not be linked: it is gone, in the trash, or not for this person to change. */
const isRefused = (error: unknown): boolean =>
  isGone(error) || isCalendarError(error, 'forbidden') || isCalendarError(error, 'unauthenticated')

const isGone = (error: unknown): boolean => isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')

/** The events that doubtful items may be, by their ids. */
async function readOthers(calendar: Calendar, { report }: FileReport) {
  const ids = new Set(report.doubtful.flatMap(({ others }: DoubtfulItem) => others.map(({ id }) => id)))
  const found = await Promise.all([...ids].map((id) => calendar.events.get(id).catch(toMissing)))
  return new Map(found.flatMap((event) => (event === undefined ? [] : [[event.id, event] as const])))
}

/** Nothing for an event that is in the trash, or gone meanwhile. @throws any other error */
function toMissing(error: unknown): undefined {
  if (!isGone(error)) throw error
}
