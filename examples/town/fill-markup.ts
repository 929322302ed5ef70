import { html, toText } from 'example-server/html.ts'
import { type FormValues, fieldOf } from './page/form-values.ts'

const escaped = (text: string): string => toText(html`${text}`)

const attributeOf = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** The markup of the form with values in its controls. `fillForm` does the same by script. */
export function fillMarkup(markup: string, values: FormValues): string {
  return markup
    .replace(/<input [^>]*>/g, (tag) => fillInput(tag, fieldOf(values, attributeOf(tag, 'name'))))
    .replace(/<textarea [^>]*>/g, (tag) => tag + escaped(fieldOf(values, attributeOf(tag, 'name'))))
    .replace(/<select [^>]*>.*?<\/select>/gs, (select) => {
      const value = escaped(fieldOf(values, attributeOf(select, 'name')))
      return select.replace(`<option value="${value}"`, (option) => `${option} selected`)
    })
}

function fillInput(tag: string, value: string): string {
  const isBox = attributeOf(tag, 'type') === 'checkbox'
  if (!isBox) return tag.replace(/>$/, () => ` value="${escaped(value)}">`)
  const box = attributeOf(tag, 'value')
  const isChecked = box === '' ? value !== '' : value.split(',').includes(box)
  return isChecked ? tag.replace(/>$/, ' checked>') : tag
}
