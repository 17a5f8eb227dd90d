import { htmlText } from './html-text.ts'

/** Markup that `html` made; nothing else is ever put into a page as it is. */
class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

type Value = Html | string | number | undefined | Value[]

function toText(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(toText).join('')
  return value === undefined ? '' : htmlText(String(value))
}

const tidied = new WeakMap<TemplateStringsArray, string[]>()

/** The template without our indents: a line break stays between tags, and is a space elsewhere. */
const tidyPart = (part: string) =>
  part
    .replace(/\s*\n\s*(?=>)/g, '')
    .replace(/(?<=>)\s*\n\s*(?=<)/g, '\n')
    .replace(/[^\S\n]*\n[^\S\n]+/g, ' ')

function tidy(parts: TemplateStringsArray) {
  const known = tidied.get(parts)
  if (known) return known
  const tidy = parts.map(tidyPart)
  tidied.set(parts, tidy)
  return tidy
}

/** `${…}` is text for an element or a quoted attribute; markup stays, undefined is nothing. */
export const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Html(String.raw({ raw: tidy(parts) }, ...values.map(toText)))

/** A style element knows no entities: never for text from outside. */
export const styleSheet = (css: string) => new Html(css.replace(/\n\s+/g, '\n'))
