const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an element's content or a quoted attribute. */
const htmlText = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/** Markup. Everything else that is put into a page is escaped. */
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

/** The template without our indents: a line break between tags stays, and any other is a space. */
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
  new Html(tidy(parts).reduce((text, part, index) => text + toText(values[index - 1]) + part))

/** The values with `between` after each but the last. */
export const joinHtml = (values: Value[], between: Html | string): Value =>
  values.flatMap((value, index) => (index === 0 ? [value] : [between, value]))

/** The markup with `added` behind the first match of the pattern. */
export const insertAfter = (markup: Html, pattern: RegExp, added: Value) =>
  new Html(markup.text.replace(pattern, (match) => match + toText(added)))

/** A style element knows no entities: never for text from outside. */
export const styleSheet = (css: string) => new Html(css.replace(/\n\s+/g, '\n'))

/** Markup, a script or a sheet of our own, as it is: never for text from outside. */
export const unsafeHtml = (text: string) => new Html(text)

/** JSON for a script element, without `<`, so that neither `</script>` nor `<!--` occurs. */
export const scriptJson = (value: unknown) =>
  new Html(
    JSON.stringify(value)
      .replaceAll('<', '\\u003c')
      .replaceAll('\u2028', '\\u2028')
      .replaceAll('\u2029', '\\u2029'),
  )
