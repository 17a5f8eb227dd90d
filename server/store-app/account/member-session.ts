import type { Request, Response } from 'express'
import { createSecretToken, secretTokenDigest } from '../../auth/secret-tokens.ts'
import type { NewMemberSession } from '../frame/accounts.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { sentToken, setSessionCookie } from '../frame/store-auth.ts'
import { rememberDevice } from '../frame/known-device.ts'

const MAX_USER_AGENT = 400

export const addressOf = ({ ip }: Request) => ip ?? null

/** A session's token, and what is written down of the session. */
export function newSession(request: Request): { token: string; session: NewMemberSession } {
  const token = createSecretToken()
  const userAgent = request.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null
  return {
    token,
    session: { digest: secretTokenDigest(token), address: addressOf(request), userAgent },
  }
}

/** The browser has one session: what it had before ends. */
export async function replaceSession(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { token, email }: { token: string; email: string },
) {
  await endSession(app, request)
  setSessionCookie(response, token)
  await rememberDevice(app, response, email)
}

export async function endSession({ records: { accounts } }: StoreAppContext, request: Request) {
  const token = sentToken(request)
  if (token !== undefined) await accounts.endSession(secretTokenDigest(token))
}

const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

const nameIn = (names: readonly (readonly [string, RegExp])[], userAgent: string) =>
  names.find(([, sign]) => sign.test(userAgent))?.[0]

/** What a browser calls itself, in words that its owner knows: `Firefox on Windows`. */
export function browserName(userAgent: string | null) {
  const [browser, system] = [nameIn(BROWSERS, userAgent ?? ''), nameIn(SYSTEMS, userAgent ?? '')]
  return system === undefined
    ? (browser ?? 'An unknown browser')
    : `${browser ?? 'A browser'} on ${system}`
}
