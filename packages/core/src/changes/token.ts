import { invalidInput } from '../errors/calendar-error.ts'
import type { Window, Windows } from './windows.ts'

/** How far a copy has got, and what it is a copy of. */
export interface TokenState {
  /** The number of the last row of the log that the copy contains. */
  readonly seq: number
  /** The time of that row: another log, as after a restore of a backup, has another row with this number. 0 for an empty log. */
  readonly atMs: number
  /** The moment up to which scheduled publications are contained. */
  readonly nowMs: number
  /** The hash of what the caller may read. */
  readonly access: string
  /** The hash of kinds and filters; null before the first answer. */
  readonly filter: string | null
  /** The windows of the lists, by kind. */
  readonly windows: Windows
  /** The part of the step to a later moment that is still to be reported; null outside of such a step. */
  readonly step: TokenStep | null
}

/** A step to a later moment and other windows that has more records than one answer. */
export interface TokenStep {
  /** The later moment. */
  readonly nowMs: number
  /** The windows after the step. */
  readonly windows: Windows
  /** The index of the list whose records are reported next. */
  readonly list: number
  /** The id of the last record of that list that was reported. */
  readonly afterId: number
}

const version = 'v1'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Base64url of ASCII text (RFC 4648, section 5), without padding. Not every runtime of the core has `btoa`. */
function toBase64(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; at += 3) {
    const bytes = [0, 1, 2].map((next) => text.charCodeAt(at + next) || 0)
    const bits = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
    const digits = [18, 12, 6, 0].map((shift) => alphabet[(bits >> shift) & 63] ?? '')
    out += digits.slice(0, Math.min(3, text.length - at) + 1).join('')
  }
  return out
}

/** The text of {@link toBase64}; undefined if it is none. */
function fromBase64(encoded: string): string | undefined {
  let text = ''
  for (let at = 0; at < encoded.length; at += 4) {
    const digits = [...encoded.slice(at, at + 4)].map((digit) => alphabet.indexOf(digit))
    if (digits.length === 1 || digits.includes(-1)) return undefined
    const bits = [0, 1, 2, 3].reduce((sum, next) => sum * 64 + (digits[next] ?? 0), 0)
    const bytes = [16, 8, 0].map((shift) => (bits >> shift) & 255)
    text += String.fromCharCode(...bytes.slice(0, digits.length - 1))
  }
  return text
}

/** The text of a token. It gives no rights, so it is not signed. */
export const toToken = ({ seq, atMs, nowMs, access, filter, windows, step }: TokenState): string =>
  toBase64(JSON.stringify([version, seq, atMs, nowMs, access, filter, windows, step]))

/** @throws invalid_input it is no token */
export function readToken(token: unknown): TokenState {
  const state = typeof token === 'string' && token.length <= 8_000 ? parse(token) : undefined
  if (state === undefined) throw invalidInput({ token: { code: 'not_a_token' } })
  return state
}

function parse(token: string): TokenState | undefined {
  const parts = parseJson(fromBase64(token))
  if (!Array.isArray(parts) || parts.length !== 8 || parts[0] !== version) return undefined
  const [, seq, atMs, nowMs, access, filter, windows, step]: readonly unknown[] = parts
  if (!isCount(seq) || !isInteger(atMs) || !isInteger(nowMs) || typeof access !== 'string') return undefined
  if (filter !== null && typeof filter !== 'string') return undefined
  if (!isWindows(windows) || !(step === null || isStep(step))) return undefined
  return { seq, atMs, nowMs, access, filter, windows, step }
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

const isCount = (value: unknown): value is number => isInteger(value) && value >= 0

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

const isRange = (range: unknown): range is object =>
  isObject(range) && Object.entries(range).every(([side, bound]) => (side === 'gte' || side === 'lt') && isBound(bound))

/** Whether a value is the bound of a window for events that overlap it. */
const isOverlap = (overlap: unknown): overlap is object =>
  isObject(overlap) && 'end' in overlap && 'start' in overlap && Object.keys(overlap).length === 2 && Object.values(overlap).every(isBound)

const isBound = (bound: unknown): boolean => isInteger(bound) || (typeof bound === 'string' && isWallTime(bound))

/** Whether a text is a wall time `YYYY-MM-DDTHH:mm:ss`: stores cannot compare with anything else. 30 February counts as 2 March. */
const isWallTime = (text: string): boolean => /^\d{4}(-\d\d){2}T\d\d(:\d\d){2}$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`))

/** The members of windows: whether a value has their form, and the type of their bounds. */
const windowMembers: Readonly<Record<keyof Window, readonly [isMember: (value: unknown) => value is object, type: 'number' | 'string']>> = {
  startMs: [isRange, 'number'],
  endMs: [isRange, 'number'],
  updatedMs: [isRange, 'number'],
  startLocal: [isRange, 'string'],
  endLocal: [isRange, 'string'],
  fromMs: [isOverlap, 'number'],
  fromLocal: [isOverlap, 'string'],
}

const isWindowMember = (name: string): name is keyof Window => Object.hasOwn(windowMembers, name)

/** Whether each window has the known members, with bounds of their types. */
const isWindows = (value: unknown): value is Windows =>
  isObject(value) &&
  Object.values(value).every(
    (window: unknown) =>
      isObject(window) &&
      Object.entries(window).every(([name, value]) => {
        if (!isWindowMember(name)) return false
        const [isMember, type] = windowMembers[name]
        return isMember(value) && Object.values(value).every((bound) => typeof bound === type)
      }),
  )

const isStep = (value: unknown): value is TokenStep =>
  isObject(value) &&
  'nowMs' in value &&
  isInteger(value.nowMs) &&
  'windows' in value &&
  isWindows(value.windows) &&
  'list' in value &&
  isCount(value.list) &&
  'afterId' in value &&
  isCount(value.afterId)
