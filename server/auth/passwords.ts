import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

// OWASP's parameters for scrypt: 128 MiB would be N = 2^17, r = 8, p = 1.
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const KEY_LENGTH = 32

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)

/** `scrypt$N$r$p$salt$key`, salt and key in base64url: all that is needed to check a password later. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const key = await derive(password.normalize('NFKC'), salt, KEY_LENGTH, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}
