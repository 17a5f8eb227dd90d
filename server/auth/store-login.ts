import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isBusy } from '../checkout/errors.ts'
import type { Rate, RateLimit, RateLimiter } from '../checkout/ports/cache.ts'
import type { Passwords } from './passwords.ts'
import { secretTokenDigest } from './secret-tokens.ts'

type Limiter = { take: RateLimiter['take'] }

type Member = { id: number; passwordHash: string; hasSecondFactor: boolean }

type SignIn = {
  email: string
  password: string
  address: string
  /** Set when somebody has signed in to this account with this browser before. */
  device?: string | undefined
}

type LimitOutcome = { type: 'limited'; retryAfterSeconds: number }

type SignInOutcome = { type: 'signed_in'; member: Member } | { type: 'refused' } | LimitOutcome

type ResetOutcome = { type: 'answered'; isSent: boolean } | LimitOutcome

export type StoreLogin = ReturnType<typeof createStoreLogin>

/** How often one account may be tried: by all strangers together, and by each known device. */
const ACCOUNT_RATE: Rate = { perSecond: 1 / 30, burst: 10 }
/** How often strangers of one network may try, for all accounts together. */
const NETWORK_LIMIT = { purpose: 'sign-in-network', rate: { perSecond: 1, burst: 60 } }

/** How often one network may ask for reset links, and how often one account gets a mail. */
const RESET_NETWORK_LIMIT = { purpose: 'reset-network', rate: { perSecond: 1 / 30, burst: 20 } }
const RESET_ACCOUNT_RATE: Rate = { perSecond: 1 / 600, burst: 3 }

/** Replaces an e-mail address in limits and cookies. */
export const accountKey = (email: string) =>
  secretTokenDigest(email.toLowerCase()).toString('base64url')

/** Replaces an email address in the record and the log. Only the key can confirm a guess. */
export const secretAccountKey = (email: string, key: Uint8Array) =>
  createHmac('sha256', key).update(`account ${email.toLowerCase()}`).digest('base64url')

type Deps = {
  findMember: (email: string) => Promise<Member | undefined>
  passwords: Pick<Passwords, 'verify'>
  limiter: Limiter
  /** Takes one try from each network of the address. */
  limitNetwork: (
    address: string,
    limit: { purpose: string; rate: Rate },
  ) => Promise<RateLimit | undefined>
}

/** The member, if the password is right. */
async function check({ findMember, passwords }: Deps, { email, password, device }: SignIn) {
  let member: Member | undefined
  const isRight = await passwords.verify(password, {
    findHash: async () => {
      member = await findMember(email)
      return member?.passwordHash
    },
    caller: device === undefined ? 'stranger' : 'known',
  })
  return isRight ? member : undefined
}

const toLimited = (limit: RateLimit | undefined): LimitOutcome | undefined =>
  limit?.allowed === false
    ? { type: 'limited', retryAfterSeconds: limit.retryAfterSeconds }
    : undefined

async function findSignInLimit(
  { limiter, limitNetwork }: Deps,
  { email, address, device }: SignIn,
) {
  if (device !== undefined)
    return toLimited(await limiter.take(`sign-in-device:${device}`, ACCOUNT_RATE))
  return (
    toLimited(await limitNetwork(address, NETWORK_LIMIT)) ??
    toLimited(await limiter.take(`sign-in-account:${accountKey(email)}`, ACCOUNT_RATE))
  )
}

/**
 * Signing in at the store application. The answer and its delay are the same for an unknown address
 * and a wrong password. Limits come first and know no accounts. A known device has its own limit,
 * so that strangers who keep trying lock nobody out (docs/decisions/0040).
 */
export const createStoreLogin = (deps: Deps) => ({
  async signIn(attempt: SignIn): Promise<SignInOutcome> {
    const limited = await findSignInLimit(deps, attempt)
    if (limited) return limited
    try {
      const member = await check(deps, attempt)
      return member ? { type: 'signed_in', member } : { type: 'refused' }
    } catch (error) {
      if (!isBusy(error)) throw error
      return { type: 'limited', retryAfterSeconds: error.retryAfterSeconds ?? 1 }
    }
  },

  /**
   * Whether this network may ask for a reset link. `isSent`: whether this account may get a mail,
   * which the visitor does not learn.
   */
  async askForReset({ email, address }: Pick<SignIn, 'email' | 'address'>): Promise<ResetOutcome> {
    const limited = toLimited(await deps.limitNetwork(address, RESET_NETWORK_LIMIT))
    if (limited) return limited
    const account = await deps.limiter.take(
      `reset-account:${accountKey(email)}`,
      RESET_ACCOUNT_RATE,
    )
    return { type: 'answered', isSent: account.allowed }
  },
})

const csrfSecretOf = (sessionToken: string) =>
  createHmac('sha256', sessionToken).update('store forms').digest()

const CSRF_BYTES = 32

const xor = (left: Buffer, right: Buffer) =>
  Buffer.from(left.map((byte, index) => byte ^ (right[index] ?? 0)))

/**
 * The token in the forms of this session, made from the cookie's token, which other sites cannot
 * read. It is masked anew each time, so that the length of a compressed page does not reveal it
 * (BREACH).
 */
export function createCsrfToken(sessionToken: string) {
  const mask = randomBytes(CSRF_BYTES)
  return Buffer.concat([mask, xor(mask, csrfSecretOf(sessionToken))]).toString('base64url')
}

export function isCsrfToken(given: string, sessionToken: string) {
  const bytes = Buffer.from(given, 'base64url')
  if (bytes.length !== 2 * CSRF_BYTES || bytes.toString('base64url') !== given) return false
  return timingSafeEqual(
    xor(bytes.subarray(0, CSRF_BYTES), bytes.subarray(CSRF_BYTES)),
    csrfSecretOf(sessionToken),
  )
}
