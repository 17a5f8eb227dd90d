import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The length of a SHA-1 hash, which RFC 4226 recommends. */
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** How many steps a phone's clock may be early or late. */
const WINDOW = 1

const ISSUER = 'Hosted Checkout'

/** SHA-1, six digits and 30 seconds: the values that every authenticator app knows (RFC 6238). */
const codesOf = (secret: Uint8Array, account = '') =>
  new TOTP({
    issuer: ISSUER,
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

export const createAuthenticatorSecret = () => randomBytes(SECRET_BYTES)

/** `uri` for a QR code, `text` to type without a camera. */
export function authenticatorKey(secret: Uint8Array, account: string) {
  const codes = codesOf(secret, account)
  return { uri: codes.toString(), text: codes.secret.base32.replaceAll(/.{4}(?=.)/g, '$& ') }
}

/**
 * The time step of this code, counted from 1970; undefined when no step near `now` has it. The
 * record knows whether the step was used before.
 */
export function findCodeStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const codes = codesOf(secret)
  const timestamp = now.getTime()
  const delta = codes.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : codes.counter({ timestamp }) + delta
}
