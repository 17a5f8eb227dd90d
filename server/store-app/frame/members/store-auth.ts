import type { Request, RequestHandler, Response } from 'express'
import { isSecretToken, secretTokenDigest } from '../../../auth/secret-tokens.ts'
import { createCsrfToken, isCsrfToken } from '../../../auth/store-login.ts'
import { COOKIE_OPTIONS, cookieOf } from './cookies.ts'
import { formField, readForm } from '../forms.ts'
import { noteRefusal } from '../refusals.ts'
import { formatsOf } from '../formats.ts'
import { sendMessage } from '../message.page.ts'
import { takeNotice } from '../notices.ts'
import { signInPath } from '../return-path.ts'
import type { MemberVisit, StoreAppContext, Viewer, Visit } from '../store-app-context.ts'

const COOKIE = '__Host-sid'

export const setSessionCookie = (response: Response, token: string) => {
  response.cookie(COOKIE, token, COOKIE_OPTIONS)
}

export const clearSessionCookie = (response: Response) => {
  response.clearCookie(COOKIE, COOKIE_OPTIONS)
}

/** The session token that the browser sent, whether or not it is any good. */
export function sentToken(request: Request) {
  const token = cookieOf(request, COOKIE)
  return token !== undefined && isSecretToken(token) ? token : undefined
}

export const sessionDigestOf = (request: Request) => secretTokenDigest(sentToken(request) ?? '')

export async function findViewer(visit: Visit): Promise<Viewer | undefined> {
  const { request } = visit
  const token = sentToken(request)
  const member = token === undefined ? undefined : await useSession(visit, token)
  if (token === undefined || !member) return undefined
  // What is no page leaves it to the next one.
  const isPage = request.method === 'GET' && request.accepts('html')
  return {
    ...member,
    csrfToken: createCsrfToken(token),
    formats: formatsOf(member.store),
    notice: isPage ? await takeNotice(visit) : undefined,
  }
}

/** A cookie that this process has not seen lately is a stranger’s. */
async function useSession({ app, request }: Visit, token: string) {
  const { callers, records } = app
  const digest = secretTokenDigest(token)
  const caller = { kind: 'member', name: digest.toString('base64url') } as const
  const isKnown = await callers.admit(
    { ...caller, address: request.ip },
    { isKnown: async () => (await records.accounts.useSession(digest)) !== undefined },
  )
  if (!isKnown) return undefined
  const member = await records.accounts.useSession(digest)
  if (!member) callers.forget(caller)
  return member
}

/** Every browser says where a form comes from: what says nothing, or `null`, is refused. */
export const refuseForeignForms =
  (app: StoreAppContext): RequestHandler =>
  (request, response, next) => {
    const { method, headers } = request
    const { origin, 'sec-fetch-site': site } = headers
    const isOwn =
      (origin ?? site) !== undefined &&
      (origin === undefined || origin === new URL(app.urls.baseUrl).origin) &&
      (site === undefined || site === 'same-origin')
    if (method === 'GET' || method === 'HEAD' || isOwn) return next()
    noteRefusal({ app, request, response }, { action: 'form.forged' })
    return sendMessage({ app, response }, 403)
  }

type Access = {
  handle: (visit: MemberVisit) => unknown
  /** Staff see no keys and no settings. */
  isForOwners: boolean
}

/** A page of a signed-in member; everybody else is sent to the sign-in. */
export const page =
  (app: StoreAppContext, { handle, isForOwners }: Access): RequestHandler =>
  async (request, response) => {
    const visit = { app, request, response }
    const viewer = await findViewer(visit)
    if (!viewer) return response.redirect(303, signInPath(app, request))
    if (isForOwners && viewer.role !== 'owner') {
      noteRefusal(visit, { action: 'access.forbidden', email: viewer.email })
      return sendMessage({ ...visit, viewer }, 403, 'owners')
    }
    return handle({ ...visit, viewer, actor: { name: viewer.email, address: request.ip ?? null } })
  }

/** How a form of that member is read into `request.body`. */
export type ReadBody = (viewer: Viewer, request: Request, response: Response) => Promise<void>

const readFields: ReadBody = (_viewer, request, response) =>
  new Promise((resolve, reject) => {
    readForm(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(error),
    )
  })

/** Nothing is read of what somebody sends who may not send it. */
export const action = (
  app: StoreAppContext,
  { handle, isForOwners }: Access,
  read: ReadBody = readFields,
): RequestHandler =>
  page(app, {
    isForOwners,
    handle: async (visit) => {
      const { request, response, viewer } = visit
      await read(viewer, request, response)
      const token = sentToken(request)
      if (token === undefined || !isCsrfToken(formField(request, 'csrf'), token)) {
        noteRefusal(visit, { action: 'form.forged', email: viewer.email })
        return sendMessage(visit, 403)
      }
      return handle(visit)
    },
  })
