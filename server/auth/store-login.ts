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
  /** The browser, if it is known to this account: somebody got into it with it before. */
  device?: string | undefined
}

type Limited = { type: 'limited'; retryAfterSeconds: number }

type SignInOutcome = { type: 'signed_in'; member: Member } | { type: 'refused' } | Limited

type ResetOutcome = { type: 'answered'; isSent: boolean } | Limited

export type StoreLogin = ReturnType<typeof createStoreLogin>

/**
 * How often one account's password may be tried: by all strangers together, and by each known
 * device.
 */
const ACCOUNT_RATE: Rate = { perSecond: 1 / 30, burst: 10 }
/** How often strangers of one network may try, whichever accounts. */
const NETWORK_LIMIT = { purpose: 'sign-in-network', rate: { perSecond: 1, burst: 60 } }

/** How often links to a new password may be asked for by one network, and mailed to one account. */
const RESET_NETWORK_LIMIT = { purpose: 'reset-network', rate: { perSecond: 1 / 30, burst: 20 } }
const RESET_ACCOUNT_RATE: Rate = { perSecond: 1 / 600, burst: 3 }

/** What stands for an account where its address is nobody's business: in limits and cookies. */
export const accountKey = (email: string) =>
  secretTokenDigest(email.toLowerCase()).toString('base64url')

/** The same for what is kept or logged: without the key nobody tries addresses until one fits. */
export const secretAccountKey = (email: string, key: Uint8Array) =>
  createHmac('sha256', key).update(`account ${email.toLowerCase()}`).digest('base64url')

type Deps = {
  findMember: (email: string) => Promise<Member | undefined>
  passwords: Pick<Passwords, 'verify'>
  limiter: Limiter
  /** Takes from what the networks of an address may do. */
  limitNetwork: (
    address: string,
    limit: { purpose: string; rate: Rate },
  ) => Promise<RateLimit | undefined>
}

/** The member, if the password is theirs. */
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

const toLimited = (limit: RateLimit | undefined): Limited | undefined =>
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
 * Signing in at the store application. What it answers, and how long that takes, is the same for an
 * address that has no account and for a wrong password; limits come first and know no accounts. A
 * known device has a limit of its own, so that strangers who keep trying keep nobody out
 * (docs/decisions/0040).
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
   * May this network ask for a link to a new password? `isSent`: also for this account, which the
   * asking one never hears.
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
 * What a form of this session carries: made of the cookie's token, which no other site can read. It
 * looks different each time, so that the length of a compressed page gives nothing of it away
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
