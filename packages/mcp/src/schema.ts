import { invalidInput, type Reason } from '@kalends/core/internal'

/** A text. */
interface TextSchema {
  /** JSON Schema. */
  readonly type: 'string'
  /** For the model: what to write. */
  readonly description: string
  /** The only texts. @default any text */
  readonly enum?: readonly string[]
  /** The maximum number of UTF-16 units. */
  readonly maxLength?: number
}

/** An integer. */
interface IntegerSchema {
  /** JSON Schema. */
  readonly type: 'integer'
  /** For the model: what to write. */
  readonly description: string
  /** The least value. */
  readonly minimum: number
  /** The greatest value. */
  readonly maximum: number
}

/** True or false. */
interface BooleanSchema {
  /** JSON Schema. */
  readonly type: 'boolean'
  /** For the model: what it means. */
  readonly description: string
}

/** A list of ids, or of texts. */
interface ListSchema {
  /** JSON Schema. */
  readonly type: 'array'
  /** For the model: what to write. */
  readonly description: string
  /** Its items: ids, or texts. */
  readonly items: { readonly type: 'integer'; readonly minimum: 1 } | { readonly type: 'string'; readonly maxLength: number }
  /** The maximum number of items. */
  readonly maxItems: number
}

/** A member of an input: the part of JSON Schema that the tools use. */
export type MemberSchema = TextSchema | IntegerSchema | BooleanSchema | ListSchema

/** The input of a tool. It has no `anyOf` and no `$ref`, which several programs of models refuse. */
export interface InputSchema {
  /** Its members. */
  readonly properties: { readonly [name: string]: MemberSchema }
  /** The members that have no default. */
  readonly required: readonly string[]
}

type ItemOf<Items> = Items extends { readonly type: 'integer' } ? number : string

type ValueOf<Member> = Member extends { readonly enum: readonly (infer Word)[] }
  ? Word
  : Member extends { readonly type: 'string' }
    ? string
    : Member extends { readonly type: 'integer' }
      ? number
      : Member extends { readonly type: 'array'; readonly items: infer Items }
        ? readonly ItemOf<Items>[]
        : boolean

/** The input that a schema describes. */
export type InputOf<S extends InputSchema> = {
  readonly [Name in keyof S['properties'] & S['required'][number]]: ValueOf<S['properties'][Name]>
} & { readonly [Name in Exclude<keyof S['properties'], S['required'][number]>]?: ValueOf<S['properties'][Name]> | undefined }

/**
 * Reads an input, because hosts and models do not always check it. A member that is null is absent.
 * @throws invalid_input naming every invalid member
 */
export function readInput<S extends InputSchema>({ properties, required }: S, input: unknown): InputOf<S> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw invalidInput({ '': { code: 'not_an_object' } })
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined)
  // Without a prototype, so that a member named __proto__ is one as any other.
  const issues: Record<string, Reason> = Object.create(null)
  for (const [name, value] of given) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const reason: Reason | undefined =
      schema === undefined ? { code: 'not_among', values: Object.keys(properties) } : reasonAgainst(schema, value)
    if (reason !== undefined) issues[name] = reason
  }
  for (const name of required) if (!given.some(([other]) => other === name)) issues[name] = { code: 'required' }
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  // Every member has passed its schema, and every required one is there.
  return Object.fromEntries(given) as InputOf<S>
}

/** Why a value does not fit a schema; undefined if it does. */
function reasonAgainst(schema: MemberSchema, value: unknown): Reason | undefined {
  switch (schema.type) {
    case 'string':
      return textReason(value, schema)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { code: 'not_a_boolean' }
    case 'integer':
      return integerReason(value, schema)
    case 'array':
      return listReason(value, schema)
  }
}

function textReason(value: unknown, { enum: words, maxLength = Number.POSITIVE_INFINITY }: Partial<TextSchema>): Reason | undefined {
  if (typeof value !== 'string') return { code: 'not_a_text' }
  if (words !== undefined && !words.includes(value)) return { code: 'not_one_of', values: words }
  return value.length > maxLength ? { code: 'too_long', max: maxLength } : undefined
}

const integerReason = (value: unknown, { minimum: min, maximum: max }: Pick<IntegerSchema, 'minimum' | 'maximum'>): Reason | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
    ? undefined
    : { code: 'integer_out_of_range', min, max }

function listReason(value: unknown, { items, maxItems }: ListSchema): Reason | undefined {
  if (!Array.isArray(value)) return { code: 'not_iterable' }
  if (value.length > maxItems) return { code: 'too_many_items', max: maxItems }
  const reasons = value.map((item) =>
    items.type === 'string' ? textReason(item, items) : integerReason(item, { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  )
  return reasons.find((reason) => reason !== undefined)
}
