import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** As RFC 4226 asks for: as long as what SHA-1 gives. */
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** How many steps the clock of a phone may be off, in either direction. */
const WINDOW = 1

const ISSUER = 'Hosted Checkout'

/** What every authenticator app knows (RFC 6238): SHA-1, six digits, 30 seconds. */
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

/** What an app reads from a QR code, and what one types where there is no camera. */
export function authenticatorKey(secret: Uint8Array, account: string) {
  const codes = codesOf(secret, account)
  return { uri: codes.toString(), text: codes.secret.base32.replaceAll(/.{4}(?=.)/g, '$& ') }
}

/**
 * The time step whose code this is, counted from 1970 on; undefined when it is that of no step that
 * is near. Whether it was used before is the record's to say.
 */
export function findCodeStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const codes = codesOf(secret)
  const timestamp = now.getTime()
  const delta = codes.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : codes.counter({ timestamp }) + delta
}
