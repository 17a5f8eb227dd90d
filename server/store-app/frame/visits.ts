import type { Request } from 'express'
import { readForm } from './forms.ts'
import { sendNotFound } from './message.page.ts'
import { pages } from './pages.ts'
import type { MemberVisit, StoreAppContext, Visit } from './store-app-context.ts'
import { type ReadBody, action, page } from './store-auth.ts'

/** By its address: what a page shows, and what its form does. */
type Table<Of> = Record<string, { get?: (visit: Of) => unknown; post?: (visit: Of) => unknown }>

export type MemberPages = Table<MemberVisit>

export type VisitorPages = Table<Visit>

type For = { isForOwners?: boolean; read?: ReadBody }

/** Pages of signed-in members. `read` puts the fields of a form into `request.body`. */
export const memberPages = (
  app: StoreAppContext,
  table: MemberPages,
  { isForOwners = false, read }: For = {},
) =>
  pages(
    app,
    Object.fromEntries(
      Object.entries(table).map(([path, { get, post }]) => [
        path,
        {
          ...(get && { get: page(app, { handle: get, isForOwners }) }),
          ...(post && { post: action(app, { handle: post, isForOwners }, read) }),
        },
      ]),
    ),
  )

/** Pages of whoever comes. */
export const visitorPages = (app: StoreAppContext, table: VisitorPages) =>
  pages(
    app,
    Object.fromEntries(
      Object.entries(table).map(([path, { get, post }]) => [
        path,
        {
          ...(get && { get: (request, response) => get({ app, request, response }) }),
          ...(post && {
            post: [readForm, (request, response) => post({ app, request, response })],
          }),
        },
      ]),
    ),
  )

/** For what is about a thing of the viewer's store, which the address names and `find` looks up. */
export const about =
  <Thing>(find: (visit: MemberVisit) => Promise<Thing | undefined> | undefined) =>
  (handle: (visit: MemberVisit, thing: Thing) => unknown) =>
  async (visit: MemberVisit) => {
    const thing = await find(visit)
    return thing === undefined ? sendNotFound(visit) : handle(visit, thing)
  }

/** A part of the address. */
export function partOf({ params }: Request, name: string) {
  const part = params[name]
  return typeof part === 'string' ? part : ''
}

/** The number in the address that the record knows something by. */
export function idOf(request: Request) {
  const id = partOf(request, 'id')
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined
}
