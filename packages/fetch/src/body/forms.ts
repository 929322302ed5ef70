import { invalidInput } from '@kalends/core/internal'
import { maxSteps } from './parsed-form.ts'

/** A form value under construction: a text, or members by name. */
interface Branch {
  readonly members: Map<string, Branch>
  text?: string
}

const newBranch = (): Branch => ({ members: new Map() })

/** How many fields a form may have. */
const maxFields = 2_000

/**
 * Decodes a URL-encoded form: `organizer[0][organizer]=X` nests, `categories[]=a` is a list, and the last value of a repeated name wins.
 * @throws invalid_input the form is not UTF-8, or has too many fields
 */
export function readForm(text: string): Readonly<Record<string, unknown>> {
  const pairs = text.split('&').filter((pair) => pair !== '')
  return toObject(
    pairs.map((pair): readonly [string, string] => {
      const equals = pair.indexOf('=')
      return equals === -1 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
    }),
  )
}

/**
 * Decodes a multipart form. Ignores files.
 * @throws invalid_input the form cannot be parsed, or has too many fields
 */
export async function readMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Readonly<Record<string, unknown>>> {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw invalidInput({ body: { code: 'not_a_form' } })
  })
  return toObject([...form].flatMap(([name, value]): (readonly [string, string])[] => (typeof value === 'string' ? [[name, value]] : [])))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidInput({ body: { code: 'not_utf8' } })
  }
}

const refusedKeys = new Set(['__proto__', 'constructor', 'prototype'])
const nameParts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

function toObject(pairs: readonly (readonly [name: string, value: string])[]): Readonly<Record<string, unknown>> {
  if (pairs.length > maxFields) throw invalidInput({ body: { code: 'too_many_fields', max: maxFields } })
  const root = newBranch()
  for (const [name, value] of pairs) {
    const parts = nameParts.exec(name)
    if (parts === null) continue
    const steps = [
      parts[1] ?? '',
      ...(parts[2] ?? '')
        .slice(1, -1)
        .split('][')
        .filter((_, index) => index > 0 || parts[2] !== ''),
    ]
    if (steps.length <= maxSteps && !steps.some((step) => refusedKeys.has(step))) grow(root, steps).text = value
  }
  return Object.fromEntries([...root.members].map(([name, branch]) => [name, toValue(branch)]))
}

/** Returns the branch at a path, and creates missing branches; an empty step is the next item of a list. */
function grow(root: Branch, steps: readonly string[]): Branch {
  let branch = root
  for (const step of steps) {
    const key = step === '' ? String(branch.members.size) : step
    const next = branch.members.get(key) ?? newBranch()
    branch.members.set(key, next)
    branch = next
  }
  return branch
}

function toValue({ members, text }: Branch): unknown {
  if (members.size === 0) return text ?? ''
  const isListed = [...members.keys()].every((key) => /^[0-9]+$/.test(key))
  if (isListed) return [...members.values()].map(toValue)
  return Object.fromEntries([...members].map(([name, branch]) => [name, toValue(branch)]))
}
