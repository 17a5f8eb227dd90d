const SAFE = Symbol('safe html')

/** Markup made by `html`; nothing else can pass for it. */
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

/** The indents of our source are no part of the page. */
const tidy = (string: string) => string.replaceAll(/\s*\n\s*/g, '\n')

/** Every value is escaped unless `html` made it. Attribute values must stand in quotes. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  [SAFE]: strings
    .map(tidy)
    .reduce((markup, string, index) => markup + toMarkup(parts[index - 1]) + string),
})

export const render = (page: Html) => page[SAFE]
