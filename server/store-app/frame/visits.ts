import type { Request, RequestHandler } from 'express'
import { readForm } from './forms.ts'
import { routes } from '../../web/routes.ts'
import { refuseOtherMethods, sendMessage } from './message.page.ts'
import { redirectWith } from './notices.ts'
import type { MemberVisit, StoreAppContext, Visit } from './store-app-context.ts'
import { type ReadBody, action, page } from './members/store-auth.ts'

type Handle<Of> = (visit: Of) => unknown

/** By its address: what a page shows, and what its form does. */
type Table<Of> = Record<string, { get?: Handle<Of>; post?: Handle<Of> }>

export type MemberPages = Table<MemberVisit>

export type VisitorPages = Table<Visit>

type Answer<Of> = (handle: Handle<Of>) => RequestHandler | RequestHandler[]

/** Other methods are answered with a page: a person sees the answer in a browser. */
const answered = <Of>(
  app: StoreAppContext,
  table: Table<Of>,
  answers: Record<'get' | 'post', Answer<Of>>,
) =>
  routes(
    Object.fromEntries(
      Object.entries(table).map(([path, { get, post }]) => [
        path,
        { ...(get && { get: answers.get(get) }), ...(post && { post: answers.post(post) }) },
      ]),
    ),
    (...allowed) => refuseOtherMethods(app, ...allowed),
  )

/** Pages of signed-in members. `read` puts the fields of a form into `request.body`. */
export const memberPages = (
  app: StoreAppContext,
  table: MemberPages,
  { isForOwners = false, read }: { isForOwners?: boolean; read?: ReadBody } = {},
) =>
  answered(app, table, {
    get: (handle) => page(app, { handle, isForOwners }),
    post: (handle) => action(app, { handle, isForOwners }, read),
  })

export function visitorPages(app: StoreAppContext, table: VisitorPages) {
  const get =
    (handle: Handle<Visit>): RequestHandler =>
    (request, response) =>
      handle({ app, request, response })
  return answered(app, table, { get, post: (handle) => [readForm, get(handle)] })
}

/**
 * For an address without a page that has addresses below it: leads to the first page of them, or to
 * the page that lists or asks for them.
 */
export const leadTo = (path: string) => ({
  get: ({ app, response }: Visit) => response.redirect(303, `${app.storePath}${path}`),
})

export const sendNotFound = (visit: MemberVisit) => sendMessage(visit, 404)

/** Leads to another page, which says what was done. */
export const sayDone = (visit: Visit, to: string, text: string) =>
  redirectWith(visit, to, { kind: 'success', text })

export const sayProblem = (visit: Visit, to: string, text: string) =>
  redirectWith(visit, to, { kind: 'danger', text })

/** For what is about a thing of the viewer's store, which the address names and `find` looks up. */
export const about =
  <Thing>(find: (visit: MemberVisit) => Promise<Thing | undefined> | Thing | undefined) =>
  (handle: (visit: MemberVisit, thing: Thing) => unknown) =>
  async (visit: MemberVisit) => {
    const thing = await find(visit)
    return thing === undefined ? sendNotFound(visit) : handle(visit, thing)
  }

export function partOf({ params }: Request, name: string) {
  const part = params[name]
  return typeof part === 'string' ? part : ''
}

/** The number in the address that the record knows something by. */
export function idOf(request: Request) {
  const id = partOf(request, 'id')
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined
}
