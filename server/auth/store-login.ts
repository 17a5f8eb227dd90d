import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isPassword } from './passwords.ts'

type Limiter = { take(key: string): Promise<{ allowed: boolean; retryAfterSeconds: number }> }

type SignIn = { email: string; password: string; address: string }

export type StoreLogin = ReturnType<typeof createStoreLogin>

/** Each check takes 128 MiB and one of Node's four threads. */
const MAX_CHECKS = 4

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Whom a limit counts as one: the holder of an IPv6 address has 2^64 of them (a /64). */
export function networkOf(address: string) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.split('::')
  const groups = (text = '') => text === '' ? [] : text.split(':')
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)].slice(0, 4).join(':')
}

/**
 * Signing in at the store application. What it answers, and how long that takes, is the same for an address that has no account
 * and for a wrong password; limits come first and know no accounts.
 */
export function createStoreLogin({ findMember, shared, account }: {
  findMember: (email: string) => Promise<{ id: number; passwordHash: string } | undefined>
  shared: Limiter
  account: Limiter
}) {
  let checks = 0

  const check = async ({ email, password }: SignIn) => {
    checks += 1
    try {
      const member = await findMember(email)
      return await isPassword(password, member?.passwordHash) ? member : undefined
    } finally {
      checks -= 1
    }
  }

  return {
    async signIn(attempt: SignIn): Promise<{ memberId: number } | { retryAfterSeconds: number | undefined }> {
      const key = `sign-in:${sha256(attempt.email.toLowerCase()).toString('base64url')}`
      const limits = [await shared.take(`sign-in:${networkOf(attempt.address)}`), await shared.take(key)]
      // A network that has used its share up cannot use up an account's.
      if (limits.every(({ allowed }) => allowed)) limits.push(await account.take(key))
      const refusals = limits.filter(({ allowed }) => !allowed).map(({ retryAfterSeconds }) => retryAfterSeconds)
      if (refusals.length > 0) return { retryAfterSeconds: Math.max(...refusals) }
      if (checks >= MAX_CHECKS) return { retryAfterSeconds: 1 }
      const member = await check(attempt)
      return member ? { memberId: member.id } : { retryAfterSeconds: undefined }
    },
  }
}

/** What the cookie of a signed-in member holds: 256 random bits. */
export const createStoreSessionToken = () => randomBytes(32).toString('base64url')

export const isStoreSessionToken = (text: string) => /^[\w-]{43}$/.test(text)

/** What is kept of a session's token. */
export const storeSessionDigest = (token: string) => sha256(token)

/** What every form of this session carries: made of the cookie's token, which no other site can read. */
export const csrfTokenOf = (sessionToken: string) => createHmac('sha256', sessionToken).update('store forms').digest('base64url')

export const isCsrfToken = (given: string, sessionToken: string) => timingSafeEqual(sha256(given), sha256(csrfTokenOf(sessionToken)))
