import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// OWASP's parameters for scrypt: 128 MiB would be N = 2^17, r = 8, p = 1.
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const KEY_LENGTH = 32

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)

const format = (salt: Buffer, key: Buffer) =>
  ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')

/** `scrypt$N$r$p$salt$key`, salt and key in base64url: all that is needed to check a password later. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  return format(salt, await derive(password.normalize('NFKC'), salt, KEY_LENGTH, COST))
}

// No password is known that has this key.
const NOBODYS_HASH = format(Buffer.alloc(16), Buffer.alloc(KEY_LENGTH))

/** Whether `hash` is of this password. Without a hash the answer is no, and takes as long. */
export async function isPassword(password: string, hash: string = NOBODYS_HASH) {
  const [algorithm, N, r, p, salt, key] = hash.split('$')
  if (algorithm !== 'scrypt' || salt === undefined || key === undefined) throw new Error('a password hash is of another kind')
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem }
  const given = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), expected.length, cost)
  return timingSafeEqual(given, expected)
}
