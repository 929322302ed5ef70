import type { OptionDefinition } from './command.ts'

/** The options of every command. */
export const commonOptions: Readonly<Record<string, OptionDefinition>> = {
  json: { text: 'Print one JSON document on stdout, for programs' },
  help: { text: 'Print this help' },
}

/** The options of commands that open a database. */
export const databaseOptions = {
  database: { value: 'URL', text: 'sqlite:PATH, postgres://… or mysql://… (default: the variable DATABASE_URL)' },
  'time-zone': { value: 'ZONE', text: 'The time zone of the calendar, such as Europe/Berlin (default: UTC)' },
  fields: { value: 'FILE', text: "A module that exports `fields`, the calendar's declared fields" },
  prefix: { value: 'NAME', text: 'The prefix of the names of all tables (default: kalends_)' },
  schema: { value: 'NAME', text: 'The schema of the tables, on PostgreSQL' },
} as const satisfies Readonly<Record<string, OptionDefinition>>
