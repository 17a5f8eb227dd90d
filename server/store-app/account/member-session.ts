import type { Request } from 'express'
import { createSecretToken, secretTokenDigest } from '../../auth/secret-tokens.ts'
import type { NewMemberSession } from '../frame/members/accounts.ts'
import { formField, hiddenField } from '../frame/forms.ts'
import { isTimeZone } from '../frame/time-zones.ts'
import type { Notice, Visit } from '../frame/store-app-context.ts'
import { sentToken, setSessionCookie, clearSessionCookie } from '../frame/members/store-auth.ts'
import { rememberDevice } from '../frame/members/cookies.ts'

const MAX_USER_AGENT = 400

export const addressOf = ({ ip }: Request) => ip ?? null

/** The script fills it in: at the first sign-in the store gets the zone. */
export const TIME_ZONE_FIELD = hiddenField('time-zone', '')

export function newSession(request: Request): { token: string; session: NewMemberSession } {
  const token = createSecretToken()
  const timeZone = formField(request, 'time-zone')
  const userAgent = request.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null
  return {
    token,
    session: {
      digest: secretTokenDigest(token),
      address: addressOf(request),
      userAgent,
      timeZone: isTimeZone(timeZone) ? timeZone : undefined,
    },
  }
}

/** Starts a session and ends the one that this browser had. */
export async function replaceSession(
  visit: Visit,
  { token, email }: { token: string; email: string },
) {
  await endSession(visit)
  setSessionCookie(visit.response, token)
  await rememberDevice(visit, email)
}

export async function endSession({ app, request }: Visit) {
  const token = sentToken(request)
  if (token !== undefined) await app.records.accounts.endSession(secretTokenDigest(token))
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

/** The browser's name for its owner: `Firefox on Windows`. */
export function browserName(userAgent: string | null) {
  const [browser, system] = [nameIn(BROWSERS, userAgent ?? ''), nameIn(SYSTEMS, userAgent ?? '')]
  return system === undefined
    ? (browser ?? 'An unknown browser')
    : `${browser ?? 'A browser'} on ${system}`
}

const SENTENCES: Record<string, string> = {
  here: 'You are signed out.',
  everywhere: 'You are signed out everywhere.',
}

/** Removes the store's cookies, so the notice goes into the address. */
export function sendSignedOut({ app, response }: Visit, where: 'here' | 'everywhere') {
  clearSessionCookie(response)
  response
    .set('Clear-Site-Data', '"cookies","storage"')
    .redirect(303, `${app.storePath}/sign-in?signed-out=${where}`)
}

export function signedOutNotice(where: unknown): Notice | undefined {
  const text = typeof where === 'string' ? SENTENCES[where] : undefined
  return text === undefined ? undefined : { kind: 'success', text }
}
