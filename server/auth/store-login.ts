import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isPassword } from './passwords.ts'

type Rate = { perSecond: number; burst: number }
type Limiter = { take(key: string, rate: Rate): Promise<{ allowed: boolean; retryAfterSeconds: number }> }

type SignIn = { email: string; password: string; address: string }

type SignInOutcome =
  | { type: 'signed_in'; memberId: number }
  | { type: 'refused' }
  | { type: 'limited'; retryAfterSeconds: number }

export type StoreLogin = ReturnType<typeof createStoreLogin>

/** How often one account's password may be tried, by all together. */
const ACCOUNT_RATE: Rate = { perSecond: 1 / 30, burst: 10 }
/** How often one network may try, whichever accounts. */
const NETWORK_RATE: Rate = { perSecond: 1, burst: 60 }

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
export function createStoreLogin({ findMember, limiter }: {
  findMember: (email: string) => Promise<{ id: number; passwordHash: string } | undefined>
  limiter: Limiter
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
    async signIn(attempt: SignIn): Promise<SignInOutcome> {
      const network = await limiter.take(`sign-in-network:${networkOf(attempt.address)}`, NETWORK_RATE)
      if (!network.allowed) return { type: 'limited', retryAfterSeconds: network.retryAfterSeconds }
      const key = sha256(attempt.email.toLowerCase()).toString('base64url')
      const account = await limiter.take(`sign-in-account:${key}`, ACCOUNT_RATE)
      if (!account.allowed) return { type: 'limited', retryAfterSeconds: account.retryAfterSeconds }
      if (checks >= MAX_CHECKS) return { type: 'limited', retryAfterSeconds: 1 }
      const member = await check(attempt)
      return member ? { type: 'signed_in', memberId: member.id } : { type: 'refused' }
    },
  }
}

/** What the cookie of a signed-in member holds: 256 random bits. */
export const createStoreSessionToken = () => randomBytes(32).toString('base64url')

export const isStoreSessionToken = (text: string) => /^[\w-]{43}$/.test(text)

/** What is kept of a session's token. */
export const storeSessionDigest = (token: string) => sha256(token)

const csrfSecretOf = (sessionToken: string) => createHmac('sha256', sessionToken).update('store forms').digest()

const CSRF_BYTES = 32

const xor = (left: Buffer, right: Buffer) => Buffer.from(left.map((byte, index) => byte ^ (right[index] ?? 0)))

/**
 * What a form of this session carries: made of the cookie's token, which no other site can read. It looks different each time, so
 * that the length of a compressed page gives nothing of it away (BREACH).
 */
export function createCsrfToken(sessionToken: string) {
  const mask = randomBytes(CSRF_BYTES)
  return Buffer.concat([mask, xor(mask, csrfSecretOf(sessionToken))]).toString('base64url')
}

export function isCsrfToken(given: string, sessionToken: string) {
  const bytes = Buffer.from(given, 'base64url')
  if (bytes.length !== 2 * CSRF_BYTES || bytes.toString('base64url') !== given) return false
  return timingSafeEqual(xor(bytes.subarray(0, CSRF_BYTES), bytes.subarray(CSRF_BYTES)), csrfSecretOf(sessionToken))
}
