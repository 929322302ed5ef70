import type { BaseRecord } from '@refinedev/core'
import type { Resource } from './data-provider.ts'

/** A field of a form or a filter of a list, by the name that it has in the client. */
export interface Field {
  readonly name: string
  readonly label: string
  /** What is typed or chosen. `records` are those of another resource, several of them. @default 'text' */
  readonly type?: 'text' | 'url' | 'email' | 'area' | 'datetime-local' | 'zone' | 'check' | 'select' | 'records'
  /** The values of a `select`, with their labels. */
  readonly options?: readonly (readonly [value: string, label: string])[]
  /** The resource of `records`. */
  readonly resource?: Resource
  /** A sentence that says what to type. */
  readonly hint?: string
  /** The value of a record. @default its member `name` */
  readonly value?: (record: BaseRecord) => string
}

/** A column of a list. */
export interface Column {
  readonly label: string
  readonly text: (record: BaseRecord) => string
  /** The sort key, if the list can be sorted by it. */
  readonly orderBy?: string
}

/** How the admin shows a resource. */
export interface Kind {
  readonly one: string
  readonly many: string
  readonly hasTrash: boolean
  /** The first one leads to the record. */
  readonly columns: readonly Column[]
  readonly filters: readonly Field[]
  readonly fields: readonly Field[]
}

const statuses = [
  ['publish', 'Published'],
  ['draft', 'Draft'],
  ['pending', 'Pending'],
  ['private', 'Private'],
] as const
const search: Field = { name: 'search', label: 'Search' }
const status: Field = { name: 'status', label: 'Status', type: 'select', options: statuses }
const description: Field = { name: 'description', label: 'Description', type: 'area' }
const website: Field = { name: 'website', label: 'Website', type: 'url' }
const text = (name: string) => (record: BaseRecord) => String(record[name] ?? '')
const nameColumn: Column = { label: 'Name', text: text('name'), orderBy: 'name' }
const statusColumn: Column = { label: 'Status', text: text('status') }
const filterStatus: Field = { ...status, options: [['any', 'All but the trash'], ...statuses] }
const toLocal = (name: string) => (record: BaseRecord) => text(name)(record).slice(0, 16).replace(' ', 'T')

const events: Kind = {
  one: 'event',
  many: 'Events',
  hasTrash: true,
  columns: [
    { label: 'Title', text: text('title'), orderBy: 'title' },
    { label: 'Start', text: (event) => `${text('startDate')(event).slice(0, 16)} ${event.timeZoneAbbreviation}`, orderBy: 'start' },
    { label: 'Venues', text: (event) => event.venues.map(({ name }: { name: string }) => name).join(', ') },
    { label: 'Repeats', text: (event) => (event.recurrence === null ? '' : event.recurrence.rule || 'on dates') },
    { label: 'Status', text: (event) => (event.eventStatus === 'scheduled' ? event.status : `${event.status}, ${event.eventStatus}`) },
  ],
  filters: [
    search,
    {
      name: 'from',
      label: 'When',
      type: 'select',
      options: [
        ['today', 'Coming'],
        ['', 'All'],
      ],
    },
    filterStatus,
  ],
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'startDate', label: 'Start', type: 'datetime-local', value: toLocal('startDate') },
    { name: 'endDate', label: 'End', type: 'datetime-local', value: toLocal('endDate') },
    { name: 'timeZone', label: 'Time zone', type: 'zone' },
    { name: 'allDay', label: 'Whole days', type: 'check' },
    {
      name: 'recurrence',
      label: 'Repeats',
      hint: 'A rule such as FREQ=WEEKLY;COUNT=10; nothing for an event that does not repeat.',
      value: ({ recurrence }) => recurrence?.rule ?? '',
    },
    { name: 'venues', label: 'Venues', type: 'records', resource: 'venues' },
    { name: 'organizers', label: 'Organizers', type: 'records', resource: 'organizers' },
    { name: 'categories', label: 'Categories', type: 'records', resource: 'categories' },
    { name: 'tags', label: 'Tags', type: 'records', resource: 'tags' },
    status,
    {
      name: 'eventStatus',
      label: 'Takes place',
      type: 'select',
      options: [
        ['scheduled', 'As announced'],
        ['cancelled', 'Cancelled'],
        ['postponed', 'Postponed'],
        ['movedOnline', 'Moved online'],
      ],
    },
    { name: 'eventStatusReason', label: 'Why not as announced' },
    { name: 'cost', label: 'Cost', value: ({ cost }) => cost?.text ?? '' },
    website,
    description,
  ],
}

const venues: Kind = {
  one: 'venue',
  many: 'Venues',
  hasTrash: true,
  columns: [nameColumn, { label: 'City', text: text('city') }, statusColumn],
  filters: [search, filterStatus],
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'address', label: 'Address' },
    { name: 'zip', label: 'Postal code' },
    { name: 'city', label: 'City' },
    { name: 'country', label: 'Country' },
    { name: 'exclusive', label: 'Holds one event at a time', type: 'check' },
    status,
    website,
    description,
  ],
}

const organizers: Kind = {
  one: 'organizer',
  many: 'Organizers',
  hasTrash: true,
  columns: [nameColumn, { label: 'Email', text: text('email') }, statusColumn],
  filters: [search, filterStatus],
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'email', label: 'Email', type: 'email' },
    { name: 'phone', label: 'Phone' },
    status,
    website,
    description,
  ],
}

const terms = (one: string, many: string): Kind => ({
  one,
  many,
  hasTrash: false,
  columns: [nameColumn, { label: 'Events', text: text('count'), orderBy: 'count' }],
  filters: [search],
  fields: [{ name: 'name', label: 'Name' }, { name: 'slug', label: 'Slug', hint: 'Made from the name where it is empty.' }, description],
})

/** All resources. */
export const kinds: Readonly<Record<Resource, Kind>> = {
  events,
  venues,
  organizers,
  categories: terms('category', 'Categories'),
  tags: terms('tag', 'Tags'),
}

/** What a record is called. */
export const nameOf = (record: BaseRecord): string => String(record.title ?? record.name)
