import { html } from './html.ts'

/** `query`: what the list is narrowed to, kept from page to page. */
type List = {
  path: string
  name: string
  nextCursor: string | null
  isFirstPage: boolean
  query?: Record<string, string>
}

const withQuery = (path: string, query: Record<string, string>) => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? path : `${path}?${text}`
}

/** From one page of a list to the others. */
export function stepsView({ path, name, nextCursor, isFirstPage, query = {} }: List) {
  const newest = isFirstPage
    ? undefined
    : html`<a class="step" href="${withQuery(path, query)}">First ${name}</a>`
  const older =
    nextCursor === null
      ? undefined
      : html`<a class="step" rel="next" href="${withQuery(path, { ...query, cursor: nextCursor })}"
          >More ${name}</a
        >`
  return newest || older
    ? html`<nav class="steps" aria-label="Pages of ${name}">${newest}${older}</nav>`
    : undefined
}
