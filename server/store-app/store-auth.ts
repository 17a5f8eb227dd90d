import express, { type Request, type RequestHandler, type Response } from 'express'
import { csrfTokenOf, isCsrfToken, isStoreSessionToken, storeSessionDigest } from '../auth/store-login.ts'
import type { HttpContext } from '../http/http-context.ts'
import { sendMessage } from './message.page.ts'
import type { StorePath, Viewer } from './page.ts'

const COOKIE = '__Host-sid'
const COOKIE_OPTIONS = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

export const setSessionCookie = (response: Response, token: string) => { response.cookie(COOKIE, token, COOKIE_OPTIONS) }

/** The browser forgets the session and whatever else it keeps for this origin. */
export function clearSessionCookie(response: Response) {
  response.clearCookie(COOKIE, COOKIE_OPTIONS).set('Clear-Site-Data', '"cookies", "storage"')
}

/** The session token that the browser sent, whether or not it is any good. */
export function sentToken({ headers: { cookie = '' } }: Request) {
  const token = cookie.split('; ').find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
  return token !== undefined && isStoreSessionToken(token) ? token : undefined
}

export async function findViewer({ store: { accounts }, records }: HttpContext, request: Request): Promise<Viewer | undefined> {
  const token = sentToken(request)
  const member = token === undefined ? undefined : await accounts.useSession(storeSessionDigest(token))
  if (token === undefined || !member) return undefined
  return { ...member, csrfToken: csrfTokenOf(token), paymentProblems: await records.getPaymentProblemState(member.storeId) }
}

/** At most 4 KiB; a field that comes twice is none. */
export const readForm = express.urlencoded({ extended: false, limit: 4096, parameterLimit: 50 })

export function formField({ body }: Request, name: string) {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * Lets nothing change anything but a form of our own pages. Every browser says where a form comes from, in `Origin` or in
 * `Sec-Fetch-Site`: what says neither, or `null`, is refused.
 */
export const refuseForeignForms = ({ urls }: HttpContext, storePath: StorePath): RequestHandler => (
  { method, headers }, response, next) => {
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = (origin ?? site) !== undefined
    && (origin === undefined || origin === new URL(urls.baseUrl).origin) && (site === undefined || site === 'same-origin')
  if (method === 'GET' || method === 'HEAD' || isOwn) return next()
  return sendMessage(response, 403, { storePath })
}

type MemberHandler = (request: Request, response: Response, viewer: Viewer) => Promise<void>

/** A page of a signed-in member; everybody else is sent to the sign-in. */
export const memberPage = (context: HttpContext, storePath: StorePath, handle: MemberHandler): RequestHandler => async (
  request, response) => {
  const viewer = await findViewer(context, request)
  if (!viewer) return response.redirect(303, `${storePath}/sign-in`)
  return handle(request, response, viewer)
}

/** What a signed-in member's form does, if the form is of the member's own session. */
export const memberAction = (context: HttpContext, storePath: StorePath, handle: MemberHandler): RequestHandler[] => [
  readForm,
  memberPage(context, storePath, async (request, response, viewer) => {
    const token = sentToken(request)
    if (token === undefined || !isCsrfToken(formField(request, 'csrf'), token)) {
      return sendMessage(response, 403, { storePath, viewer })
    }
    return handle(request, response, viewer)
  }),
]
