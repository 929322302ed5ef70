import { enReasons } from '../messages/problems/reasons.ts'
import { booleanSchema, type Property, refTo, textSchema } from './property.ts'

/** The members of an explanation. */
export const explanationProperties: readonly Property[] = [
  { name: 'listed', schema: booleanSchema, text: 'explanationListed' },
  { name: 'page', schema: { type: 'integer', minimum: 1 }, text: 'explanationPage', isOptional: true },
  { name: 'reasons', schema: { type: 'array', items: refTo('ListReason') }, text: 'explanationReasons', isOptional: true },
]

const valueSchema = { type: ['string', 'number', 'boolean', 'array', 'null'] }

/** The members of a reason why a list lacks an event. */
export const listReasonProperties: readonly Property[] = [
  { name: 'filter', schema: textSchema, text: 'reasonFilter' },
  { name: 'code', schema: { type: 'string', enum: Object.keys(enReasons) }, text: 'reasonCode' },
  { name: 'message', schema: textSchema, text: 'reasonMessage' },
  { name: 'value', schema: valueSchema, text: 'reasonValue' },
  { name: 'wanted', schema: valueSchema, text: 'reasonWanted' },
  { name: 'suggestion', schema: { type: 'object' }, text: 'reasonSuggestion', isOptional: true },
]
