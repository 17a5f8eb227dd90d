const SAFE = Symbol('safe html')

/** Markup made by `html`. No other value can pass for it. */
export type Html = { readonly [SAFE]: string }
type Part = Html | string | number | null | undefined | false | readonly Part[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

function toMarkup(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return SAFE in part ? part[SAFE] : part.map(toMarkup).join('')
}

/** The indentation of our source is not sent. */
const tidy = (string: string) => string.replaceAll(/\s*\n\s*/g, '\n')

/** Escapes every value that `html` did not make. Values of attributes must stand in quotes. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  [SAFE]: strings
    .map(tidy)
    .reduce((markup, string, index) => markup + toMarkup(parts[index - 1]) + string),
})

export const render = (page: Html) => page[SAFE]
