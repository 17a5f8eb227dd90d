import { html } from './html.ts'

type List = { path: string; name: string; nextCursor: string | null; isFirstPage: boolean }

/** From one page of a list to the others. */
export function stepsView({ path, name, nextCursor, isFirstPage }: List) {
  const newest = isFirstPage ? undefined : html`<a class="step" href="${path}">Newest ${name}</a>`
  const older = nextCursor === null ? undefined
    : html`<a class="step" rel="next" href="${path}?cursor=${encodeURIComponent(nextCursor)}">Older ${name}</a>`
  return newest || older ? html`<nav class="steps" aria-label="Pages of ${name}">${newest}${older}</nav>` : undefined
}
