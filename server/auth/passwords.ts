import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isCommonPassword } from './common-passwords.ts'
import type { Caller, Derive, Hashing } from './hashing.ts'

// The cost that OWASP recommends for scrypt: N = 2^17, r = 8, p = 1, which takes 128 MiB.
const COST = 2 ** 17
const BLOCK_SIZE = 8
const PARALLELIZATION = 1
const KEY_LENGTH = 32

export type Passwords = ReturnType<typeof createPasswords>

/** `scrypt$N$r$p$salt$key` in base64url. The parameters are kept, so that they can change. */
const format = (cost: number, salt: Buffer, key: Uint8Array) =>
  [
    'scrypt',
    cost,
    BLOCK_SIZE,
    PARALLELIZATION,
    salt.toString('base64url'),
    Buffer.from(key).toString('base64url'),
  ].join('$')

async function isOf(hash: string, password: string, derive: Derive) {
  const [algorithm, N, r, p, salt, key] = hash.split('$')
  if (algorithm !== 'scrypt' || salt === undefined || key === undefined)
    throw new Error('a password hash is of another kind')
  const expected = Buffer.from(key, 'base64url')
  const given = await derive({
    password: password.normalize('NFKC'),
    salt: Buffer.from(salt, 'base64url'),
    length: expected.length,
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(given, expected)
}

/** @param cost scrypt's N, a power of two: decides time and memory of a hash (default 2^17) */
export function createPasswords({
  hashing,
  cost = COST,
}: {
  hashing: Pick<Hashing, 'inTurn'>
  cost?: number | undefined
}) {
  // The hash of no known password.
  const nobodysHash = format(cost, Buffer.alloc(16), Buffer.alloc(KEY_LENGTH))
  return {
    /** @throws {CheckoutError} busy */
    hash: (password: string) =>
      hashing.inTurn('known', async (derive) => {
        const salt = randomBytes(16)
        const work = { N: cost, r: BLOCK_SIZE, p: PARALLELIZATION, length: KEY_LENGTH }
        const key = await derive({ password: password.normalize('NFKC'), salt, ...work })
        return format(cost, salt, key)
      }),

    /**
     * Whether the hash is of this password. `findHash` runs when it is the caller's turn. Without a
     * hash the answer is no and takes as long. @throws {CheckoutError} busy
     */
    verify: (
      password: string,
      {
        findHash,
        caller = 'stranger',
      }: { findHash: () => Promise<string | undefined>; caller?: Caller },
    ) =>
      hashing.inTurn(caller, async (derive) =>
        isOf((await findHash()) ?? nobodysHash, password, derive),
      ),
  }
}

const MIN_LENGTH = 10
/** Longer texts only cost time. Forms use this limit, too. */
const MAX_LENGTH = 200

/** How many characters a password needs beside the name in the e-mail address. */
const MIN_BESIDE_NAME = 5
const MIN_NAME = 4

function isCloseTo(email: string, password: string) {
  const name = email.slice(0, email.lastIndexOf('@'))
  if (password === email) return true
  return (
    name.length >= MIN_NAME &&
    password.includes(name) &&
    password.replaceAll(name, '').length < MIN_BESIDE_NAME
  )
}

/**
 * Why a new password is refused, as a sentence for its member; undefined when it is good. It has no
 * rules about characters, because length protects more.
 */
export async function passwordProblem(
  password: string,
  email: string,
): Promise<string | undefined> {
  if (password.length < MIN_LENGTH) return `Enter at least ${MIN_LENGTH} characters.`
  if (password.length > MAX_LENGTH) return `Enter at most ${MAX_LENGTH} characters.`
  const lower = password.normalize('NFKC').toLowerCase()
  if (new Set(lower).size === 1 || (await isCommonPassword(lower))) {
    return 'This password is among the first that everybody tries. Choose another one.'
  }
  return isCloseTo(email.toLowerCase(), lower)
    ? 'This password is too close to your email address. Choose another one.'
    : undefined
}
