import type { PageQuery, ProductChoice } from '../../checkout/ports/list-pages.ts'
import { type Html, html } from '../../web/html.ts'
import * as z from 'zod'
import type { Request } from 'express'
import { type FormInput, inputField, selectField } from './forms.ts'

const PAGE_LENGTH = 25

/** Undefined when the address has a cursor that no list has handed out. */
export async function findPage<List extends object>(
  { cursor }: { cursor?: unknown },
  list: (query: PageQuery) => Promise<List | undefined>,
  { length = PAGE_LENGTH }: { length?: number } = {},
) {
  if (cursor !== undefined && typeof cursor !== 'string') return undefined
  const page = await list({ limit: length, cursor })
  return page && { ...page, isFirstPage: cursor === undefined }
}

export const emptyView = (
  text: Html | string,
  link?: { path: string; text: string; kind?: 'button' | 'quiet' },
) =>
  html`<div class="empty">
    <p>${text}</p>
    ${link && html`<p><a class="${link.kind ?? 'button'}" href="${link.path}">${link.text}</a></p>`}
  </div>`

/** Where a product's link, button and QR code are. */
export const sharePath = ({ storePath }: { storePath: string }, slug: string) =>
  `${storePath}/products/${encodeURIComponent(slug)}#share`

/** A list of what buyers do is filled by sharing a product. */
export const unsoldView = (text: string, app: { storePath: string }, [product]: ProductChoice[]) =>
  emptyView(
    text,
    product
      ? { path: sharePath(app, product.slug), text: 'Share a product' }
      : { path: `${app.storePath}/products/-/new`, text: 'Add a product' },
  )

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

/** Control characters: no name holds one, and PostgreSQL takes no U+0000 in a text. */
const CONTROL = /\p{Cc}+/gu

/** Of a list's filter, as its form sends it: an empty field asks for nothing. */
export const FilterText = z
  .string()
  .transform((text) => text.replaceAll(CONTROL, ' ').trim() || undefined)

const FilterDay = z
  .string()
  .transform((text) => text || undefined)
  .refine(
    (day) => day === undefined || (z.iso.date().safeParse(day).success && day >= '0001'),
    'Choose a day, or leave this empty.',
  )

export const filterOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape }).and(
    z
      .object({ from: FilterDay, to: FilterDay })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['to'],
        error: 'Choose a last day that is not before the first.',
      }),
  )

/** Nothing is listed then: the fields say why. */
export const NOTHING_LISTED = html``

/** In the address, so that a narrowed list can be kept and sent on. */
export const filterFields = <Name extends string>(
  { query }: Pick<Request, 'query'>,
  names: readonly Name[],
) =>
  Object.fromEntries(
    names.map((name) => [name, typeof query[name] === 'string' ? query[name] : '']),
  ) as Record<Name, string>

export const filterQuery = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** `more`: fields that are folded until one of them, by its name, is used. */
type FilterBar = {
  path: string
  typed: FormInput
  fields: Html[]
  more?: { summary: string; names: string[]; fields: Html[] }
}

/** The form that narrows a list, with the way back to the whole of it. */
export const filterBar = ({ path, typed, fields, more }: FilterBar) => {
  const query = filterQuery(typed.fields ?? {})
  return html`<form class="filters" method="get" action="${path}" role="search">
    ${fields}
    <button class="quiet">Filter</button>
    ${
      Object.keys(query).length > 0
        ? html`<a class="quiet" href="${path}">Clear filters</a>`
        : undefined
    }
    ${
      more &&
      html`<details ${more.names.some((name) => name in query) ? html`open` : undefined}>
        <summary>${more.summary}</summary>
        <div class="filters">${more.fields}</div>
      </details>`
    }
  </form>`
}

/** A product that is not among the choices stays chosen; an empty value is no product. */
export function productField(typed: FormInput, products: ProductChoice[]) {
  const chosen = typed.fields?.['product'] ?? ''
  const isKnown = chosen === '' || products.some(({ slug }) => slug === chosen)
  const options = [
    { value: '', text: 'All products' },
    ...products.map(({ slug, name }) => ({ value: slug, text: name })),
    ...(isKnown ? [] : [{ value: chosen, text: chosen }]),
  ]
  return selectField({ typed, name: 'product', label: 'Product', options })
}

export const dayFields = (typed: FormInput, labels: { from: string; to: string }) =>
  (['from', 'to'] as const).map((name) =>
    inputField({ typed, name, label: labels[name], attributes: html`type="date"` }),
  )
