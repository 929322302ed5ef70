import type { Event, Proposal } from '@kalends/core'
import { type Html, html } from 'example-server/html.ts'
import type { Settings } from 'example-server/settings.ts'
import { personField, renderPlain } from './own-form.ts'
import { actorName } from './page/people.ts'

/** A proposal with its event as it is now. */
export interface ShownProposal {
  readonly proposal: Proposal
  readonly event: Event
}

/** The members that the form proposes, with their labels. */
export const proposedMembers = { title: 'Title', startDate: 'Start', endDate: 'End', cost: 'Cost', website: 'Website' } as const

/** The name of such a member. */
export type ProposedMember = keyof typeof proposedMembers

/** The names of these members. */
// The table has no other keys, which the type of Object.keys does not express.
export const memberNames = Object.keys(proposedMembers) as readonly ProposedMember[]

/** The value of a member as the form has it: of an all-day event, times are days. */
export function formValue(event: Event, member: ProposedMember): string {
  if (member === 'cost') return event.cost.text
  const value = event[member]
  return member === 'startDate' || member === 'endDate' ? value.replace(' ', 'T').slice(0, event.allDay ? 10 : 16) : value
}

/** Renders the proposals that a person may see. */
export function renderProposals(
  { access }: Settings,
  { token, message, shown }: { readonly token: string; readonly message: string; readonly shown: readonly ShownProposal[] | undefined },
): string {
  const notice = message === '' ? html`` : html`<p class="notice" role="alert">${message}</p>`
  const signIn = html`<form class="form" method="post" action="/proposals">${personField(access, token)}<p class="actions"><button class="button">Show the proposals</button></p></form>
`
  const list =
    shown === undefined
      ? html``
      : shown.length === 0
        ? html`<p role="status">Nothing waits for a decision.</p>`
        : html`<ul class="proposals">${shown.map((one) => renderProposal(token, one))}</ul>`
  return renderPlain('Proposed changes', html`${notice}${signIn}${list}`)
}

function renderProposal(token: string, { proposal, event }: ShownProposal): Html {
  const { id, version, authorId, at } = proposal
  const outdated =
    event.version === version
      ? html``
      : html`<p class="notice">The event has changed since: accepting takes what it has now into account.</p>`
  return html`<li id="proposal-${String(id)}"><h2><a href="/event/${encodeURIComponent(event.slug)}">${event.title}</a></h2>
<p class="quiet">${actorName(authorId)}, ${at} UTC</p>
<dl class="facts">${differencesOf(proposal, event)}</dl>${outdated}
<form method="post" action="/proposals"><input type="hidden" name="person" value="${token}"><input type="hidden" name="id" value="${String(id)}">
<input type="hidden" name="version" value="${String(event.version)}">
<div class="field"><label for="note-${String(id)}">Note for a refusal</label><input id="note-${String(id)}" name="note" maxlength="500"></div>
<p class="actions"><button name="decision" value="accept" class="button">Accept</button><button name="decision" value="decline" class="plain">Decline</button></p>
</form></li>
`
}

/** What would change: before and after, by member. */
function differencesOf({ patch }: Proposal, event: Event): readonly Html[] {
  return Object.entries(patch).map(([member, to]) => {
    const name = memberNames.find((one) => one === member)
    const from = name === undefined ? '' : html`<del>${formValue(event, name)}</del> `
    const text = typeof to === 'string' ? to : JSON.stringify(to)
    return html`<dt>${name === undefined ? member : proposedMembers[name]}</dt><dd>${from}<ins>${text}</ins></dd>`
  })
}

/** Renders the form in which somebody proposes a change. */
export function renderPropose({ access }: Settings, event: Event, token: string, message: string): string {
  const isTime = (member: ProposedMember): boolean => member === 'startDate' || member === 'endDate'
  const typeOf = (member: ProposedMember): string => (isTime(member) ? (event.allDay ? 'date' : 'datetime-local') : 'text')
  const fields = memberNames.map(
    (
      member,
    ) => html`<div class="field"><label for="${member}">${proposedMembers[member]}</label><input id="${member}" name="${member}" type="${typeOf(member)}" value="${formValue(event, member)}"></div>
`,
  )
  const notice = message === '' ? html`` : html`<p class="notice" role="alert">${message}</p>`
  const path = `/event/${encodeURIComponent(event.slug)}`
  return renderPlain(
    `Propose a change of ${event.title}`,
    html`${notice}<form class="form" method="post" action="${path}/propose">
${fields}<input type="hidden" name="version" value="${String(event.version)}">
${personField(access, token)}<p class="actions"><button class="button">Propose</button> <a href="${path}">Back to the event</a></p>
</form>`,
  )
}
