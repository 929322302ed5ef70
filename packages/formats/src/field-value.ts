/** The value of a declared field as a text: texts as they are, anything else as JSON. */
export const toFieldText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
