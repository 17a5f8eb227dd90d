import type { Request, Response } from 'express'
import { createSecretToken } from '../../auth/secret-tokens.ts'
import { accountKey } from '../../auth/store-login.ts'
import { COOKIE_OPTIONS, cookieOf } from './cookies.ts'
import type { StoreAppContext } from './store-app-context.ts'

type KnownDevice = { account: string; device: string }

const COOKIE = '__Host-device'
const LIFETIME_SECONDS = 180 * 24 * 60 * 60

/**
 * This browser got into the account: it is known again, also after signing out. It opens nothing,
 * see docs/decisions/0040.
 */
export async function rememberDevice(
  { sealedNotes }: StoreAppContext,
  response: Response,
  email: string,
) {
  const known: KnownDevice = { account: accountKey(email), device: createSecretToken() }
  response.cookie(COOKIE, await sealedNotes.seal(JSON.stringify(known), LIFETIME_SECONDS), {
    ...COOKIE_OPTIONS,
    maxAge: LIFETIME_SECONDS * 1000,
  })
}

/** The browser, if it is known to this account. */
export async function findDevice(
  { sealedNotes }: StoreAppContext,
  request: Request,
  email: string,
) {
  const sealed = cookieOf(request, COOKIE)
  const text = sealed === undefined ? undefined : await sealedNotes.open(sealed)
  if (text === undefined) return undefined
  const { account, device } = JSON.parse(text) as Partial<KnownDevice>
  return account === accountKey(email) ? device : undefined
}
