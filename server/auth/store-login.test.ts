import { describe, expect, test } from 'vitest'
import { networksOf } from '../admission/client-address.ts'
import { takeFromNetworks } from '../admission/network-limits.ts'
import type { Rate, RateLimiter } from '../checkout/ports/cache.ts'
import { openMemoryCache } from '../cache/memory/memory-cache.ts'
import { hashingHere } from '../testing/store/quick-passwords.ts'
import { shortestTime } from '../testing/past/shortest-time.ts'
import { createPasswords, passwordProblem } from './passwords.ts'
import { createSecretToken, isSecretToken } from './secret-tokens.ts'
import { createCsrfToken, createStoreLogin, isCsrfToken } from './store-login.ts'

const passwords = createPasswords({ hashing: hashingHere, cost: 1024 })

const isOf = (password: string, hash?: string, { verify } = passwords) =>
  verify(password, { findHash: async () => hash })

describe('security §3: signing in: Passwords', () => {
  test('passwords are known by their hash, however the same letters were typed', async () => {
    const hash = await passwords.hash('caf\u00e9 au lait')
    expect(await isOf('caf\u00e9 au lait', hash)).toBe(true)
    expect(await isOf('cafe\u0301 au lait', hash)).toBe(true)
    expect(await isOf('cafe au lait', hash)).toBe(false)
  })

  test('passwords never fit a hash that nobody has', async () => {
    expect(await isOf('')).toBe(false)
    expect(await isOf('anything')).toBe(false)
  })

  test('passwords are checked with as much work where there is none to compare', async () => {
    const costly = createPasswords({ hashing: hashingHere, cost: 2 ** 14 })
    const hash = await costly.hash('correct horse')
    const known = await shortestTime(0, () => isOf('wrong', hash, costly))
    const unknown = await shortestTime(0, () => isOf('wrong', undefined, costly))
    // Without the work of scrypt the answer would come in a thousandth of the time.
    expect(unknown).toBeGreaterThan(known / 10)
    expect(known).toBeGreaterThan(unknown / 10)
  })

  test('a password hash of another kind is an error, not a no', async () => {
    await expect(isOf('x', '$2b$10$abc')).rejects.toThrow(/another kind/)
  })
})

describe('security §3: signing in: A new password', () => {
  test.each([
    ['short', 'Enter at least 10 characters.'],
    ['x'.repeat(201), 'Enter at most 200 characters.'],
    ['Password123', 'This password is among the first that everybody tries. Choose another one.'],
    ...['1qaz2wsx3edc', 'Qwertyuiop', 'salamander', 'motherlode', 'P@ssw0rd123'].map(
      (password): [string, string] => [
        password,
        'This password is among the first that everybody tries. Choose another one.',
      ],
    ),
    ['0000000000', 'This password is among the first that everybody tries. Choose another one.'],
    ['ana.example', 'This password is too close to your email address. Choose another one.'],
    ['Ana.Example2026', 'This password is too close to your email address. Choose another one.'],
    [
      'ana.example@loom.example',
      'This password is too close to your email address. Choose another one.',
    ],
  ])('the new password %j is refused: %s', async (password, problem) => {
    expect(await passwordProblem(password, 'Ana.Example@loom.example')).toBe(problem)
  })

  test.each([
    'correct horse',
    'quite lower case',
    '\u{1F511}\u{1F4B6}'.repeat(5),
    'ana.example likes linen',
    'x1'.repeat(100),
  ])('the new password %j is taken: there are no rules about its characters', async (password) => {
    expect(await passwordProblem(password, 'Ana.Example@loom.example')).toBeUndefined()
  })

  test('a short name in the address forbids no password that has it', async () => {
    expect(await passwordProblem('banana bread', 'an@loom.example')).toBeUndefined()
  })
})

describe('security §3: signing in: A session’s tokens', () => {
  test('a session’s tokens are of one form, and each is another', () => {
    const tokens = Array.from({ length: 100 }, createSecretToken)
    expect(new Set(tokens).size).toBe(100)
    expect(tokens.every(isSecretToken)).toBe(true)
  })

  test('a form’s token fits its own session alone', () => {
    const [own, other] = [createSecretToken(), createSecretToken()]
    expect(isCsrfToken(createCsrfToken(own), own)).toBe(true)
    expect(isCsrfToken(createCsrfToken(other), own)).toBe(false)
    expect(isCsrfToken(own, own)).toBe(false)
    expect(isCsrfToken('', own)).toBe(false)
  })
})

describe('security §3: signing in: A network that tries too often', () => {
  test('a network that tries too often must wait, tries no password, and uses up no account', async () => {
    const { limiter } = openMemoryCache({
      rateLimit: { perSecond: 1, burst: 1 },
      // All in one moment: a second later the network may try again.
      clocks: { monotonicMs: () => 0, wallMs: () => 0 },
    })
    const asked: string[] = []
    const login = createStoreLogin({
      passwords,
      limiter,
      limitNetwork: limitBy(limiter),
      findMember: async (email) => {
        asked.push(email)
        return undefined
      },
    })
    const signIn = (email: string, address: string) =>
      login.signIn({ email, address, password: 'x' })
    const tries = Array.from({ length: 100 }, (_, index) => index)
    const crowd = tries.map((index) => signIn('ana@loom.example', `2001:db8:1:2::${index}`))
    const spray = tries.map((index) => signIn(`${index}@loom.example`, '2001:db8:1:2::ffff'))
    for (const outcome of await Promise.all(spray))
      expect(outcome).toMatchObject({ type: 'limited' })
    expect(
      (await Promise.all(crowd)).filter(({ type }) => type === 'refused').length,
    ).toBeLessThanOrEqual(10)
    expect(new Set(asked)).toEqual(new Set(['ana@loom.example']))
    expect(
      await login.signIn({ email: '7@loom.example', password: 'x', address: '192.0.2.7' }),
    ).toEqual({ type: 'refused' })
  })
})

const ANSWER = { limit: 0, remaining: 0, resetSeconds: 0 }

/** Counts without a clock: no tries come back. */
function aLimiter() {
  const taken = new Map<string, number>()
  const take: RateLimiter['take'] = async (key, { burst } = { perSecond: 0, burst: 0 }) => {
    const count = (taken.get(key) ?? 0) + 1
    taken.set(key, count)
    return { ...ANSWER, allowed: count <= burst, retryAfterSeconds: 30 }
  }
  return { take }
}

const limitBy =
  (limiter: RateLimiter) => (address: string, limit: { purpose: string; rate: Rate }) =>
    takeFromNetworks(limiter, networksOf(address, Buffer.alloc(32)), limit)

describe('security §3: signing in: A device that is known to the account', () => {
  const attempt = { email: 'ana@loom.example', password: 'x', address: '192.0.2.7' }

  test('a known device has ten tries of its own, whatever strangers try, and leaves them theirs', async () => {
    const limiter = aLimiter()
    const login = createStoreLogin({
      passwords,
      limiter,
      limitNetwork: limitBy(limiter),
      findMember: () => Promise.reject(new Error('looked')),
    })
    const triesOf = async (count: number, given: { device?: string; address?: string }) =>
      (
        await Promise.allSettled(
          Array.from({ length: count }, () => login.signIn({ ...attempt, ...given })),
        )
      ).filter(({ status }) => status === 'rejected').length
    expect(await triesOf(1, { device: 'hers' })).toBe(1)
    for (let network = 0; network < 8; network += 1)
      await triesOf(3, { address: `198.51.100.${network}` })
    expect(await login.signIn(attempt)).toEqual({ type: 'limited', retryAfterSeconds: 30 })
    let tries = 1
    while ((await triesOf(1, { device: 'hers' })) === 1) tries += 1
    expect(tries).toBe(10)
    expect(await triesOf(1, { device: 'her other one' })).toBe(1)
  })
})
