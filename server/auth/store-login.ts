import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isPassword } from './passwords.ts'
import { secretTokenDigest } from './secret-tokens.ts'

type Rate = { perSecond: number; burst: number }
type Limiter = { take(key: string, rate: Rate): Promise<{ allowed: boolean; retryAfterSeconds: number }> }

type Member = { id: number; passwordHash: string }

type SignIn = { email: string; password: string; address: string }

type SignInOutcome =
  | { type: 'signed_in'; member: Member }
  | { type: 'refused' }
  | { type: 'limited'; retryAfterSeconds: number }

type ResetOutcome = { type: 'answered'; isSent: boolean } | { type: 'limited'; retryAfterSeconds: number }

export type StoreLogin = ReturnType<typeof createStoreLogin>

/** How often one account's password may be tried, by all together. */
const ACCOUNT_RATE: Rate = { perSecond: 1 / 30, burst: 10 }
/** How often one network may try, whichever accounts. */
const NETWORK_RATE: Rate = { perSecond: 1, burst: 60 }

/** How often links to a new password may be asked for by one network, and mailed to one account. */
const RESET_NETWORK_RATE: Rate = { perSecond: 1 / 30, burst: 20 }
const RESET_ACCOUNT_RATE: Rate = { perSecond: 1 / 600, burst: 3 }

/** Each check takes 128 MiB and one of Node's four threads. */
const MAX_CHECKS = 4

/** Limits are counted by what no log and no cache has to know. */
const accountKey = (email: string) => secretTokenDigest(email.toLowerCase()).toString('base64url')

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
  findMember: (email: string) => Promise<Member | undefined>
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
      const account = await limiter.take(`sign-in-account:${accountKey(attempt.email)}`, ACCOUNT_RATE)
      if (!account.allowed) return { type: 'limited', retryAfterSeconds: account.retryAfterSeconds }
      if (checks >= MAX_CHECKS) return { type: 'limited', retryAfterSeconds: 1 }
      const member = await check(attempt)
      return member ? { type: 'signed_in', member } : { type: 'refused' }
    },

    /** May this network ask for a link to a new password? `isSent`: also for this account, which the asking one never hears. */
    async askForReset({ email, address }: Omit<SignIn, 'password'>): Promise<ResetOutcome> {
      const network = await limiter.take(`reset-network:${networkOf(address)}`, RESET_NETWORK_RATE)
      if (!network.allowed) return { type: 'limited', retryAfterSeconds: network.retryAfterSeconds }
      const account = await limiter.take(`reset-account:${accountKey(email)}`, RESET_ACCOUNT_RATE)
      return { type: 'answered', isSent: account.allowed }
    },
  }
}

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
