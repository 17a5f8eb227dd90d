import type { Page, PageQuery } from '../../checkout/ports/list-pages.ts'
import { html } from './html.ts'

/** How many rows of a list stand on one page. */
const PAGE_LENGTH = 25

/** A page of a list, and whether it is the first one. */
export type ListPage<Row> = Page<Row> & { isFirstPage: boolean }

/**
 * The page of a list that the address asks for: what `list` gives for it, and whether it is the
 * first one. Undefined when the address has a cursor that no list has handed out.
 */
export async function findPage<List extends object>(
  { cursor }: { cursor?: unknown },
  list: (query: PageQuery) => Promise<List | undefined>,
  { length = PAGE_LENGTH }: { length?: number } = {},
) {
  if (cursor !== undefined && typeof cursor !== 'string') return undefined
  const page = await list({ limit: length, cursor })
  return page && { ...page, isFirstPage: cursor === undefined }
}

/** `query`: what the list is narrowed to, kept from page to page. */
type Steps = {
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
export function stepsView({ path, name, nextCursor, isFirstPage, query = {} }: Steps) {
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
