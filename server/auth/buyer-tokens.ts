import {
  type CryptoKey,
  type JWK,
  SignJWT,
  createLocalJWKSet,
  errors,
  importJWK,
  jwtVerify,
} from 'jose'
import { deriveSigningKey, toPublicKey } from './key-material.ts'
import { createVerifiedTokens } from './verified-tokens.ts'

const ALGORITHM = 'ES256'
const TYPE = 'hcs-widget+jwt'
const AUDIENCE = 'checkout-widget'
const SCOPE = 'view pay'
const LIFETIME_SECONDS = 600
/** The page may still show the outcome this long after the payment window. */
const AFTER_DEADLINE_SECONDS = 300
const CLOCK_TOLERANCE_SECONDS = 30

/** `origin`: the merchant page that the token was issued to, or `hosted` for the hosted page. */
export type BuyerTokenClaims = { sessionId: string; origin: string }

export type BuyerTokens = {
  /** Lives 10 minutes, and at most to 5 minutes after the session's end. */
  issue(
    input: BuyerTokenClaims & { storeId: string; sessionEndsAt: Date; now: Date },
  ): Promise<{ token: string; expiresAt: Date }>
  /**
   * True only for an unexpired token of ours for this session and origin; whatever else is wrong
   * with it is not told.
   */
  isValid(token: string, expected: BuyerTokenClaims, now: Date): Promise<boolean>
  /** The public keys, as `/.well-known/jwks.json` shows them. */
  publicKeys: { keys: JWK[] }
}

/**
 * `materials`: one or two secret texts. The first one signs; both verify, so that a key can be
 * changed without an outage.
 */
export async function createBuyerTokens({
  materials,
  issuer,
}: {
  materials: string[]
  issuer: string
}): Promise<BuyerTokens> {
  const keys = await Promise.all(materials.map(deriveSigningKey))
  const [signing] = keys
  if (!signing) throw new Error('at least one signing key is needed')
  const privateKey = (await importJWK(signing, ALGORITHM)) as CryptoKey
  const publicKeys = {
    keys: keys.map((key) => toPublicKey(key, ALGORITHM)),
  }
  const findKey = createLocalJWKSet(publicKeys)
  const verified = createVerifiedTokens()

  /** What the token says of its session and origin; undefined unless it is a good one of ours. */
  async function verify(token: string, now: Date) {
    try {
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer,
        audience: AUDIENCE,
        currentDate: now,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: LIFETIME_SECONDS,
        requiredClaims: ['sub', 'exp', 'iat', 'nbf', 'ori', 'scope'],
      })
      const { sub: sessionId, ori: origin, scope, iat = 0, exp = 0 } = payload
      if (sessionId === undefined || typeof origin !== 'string' || scope !== SCOPE) return undefined
      const lastSecond = Math.min(exp, iat + LIFETIME_SECONDS) + CLOCK_TOLERANCE_SECONDS
      return { sessionId, origin, from: now, until: new Date(lastSecond * 1000) }
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

  async function read(token: string, now: Date) {
    const known = verified.find(token, now)
    if (known) return known
    const found = await verify(token, now)
    if (found) verified.remember(token, found)
    return found
  }

  return {
    publicKeys,

    async issue({ sessionId, storeId, origin, sessionEndsAt, now }) {
      const issuedAt = Math.floor(now.getTime() / 1000)
      const lastSecond = Math.floor(sessionEndsAt.getTime() / 1000) + AFTER_DEADLINE_SECONDS
      const expires = Math.min(
        issuedAt + LIFETIME_SECONDS,
        Math.max(lastSecond, issuedAt + CLOCK_TOLERANCE_SECONDS * 2),
      )
      const token = await new SignJWT({ sid: storeId, ori: origin, scope: SCOPE })
        .setProtectedHeader({ alg: ALGORITHM, kid: signing.kid, typ: TYPE })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(sessionId)
        .setJti(crypto.randomUUID())
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(expires)
        .sign(privateKey)
      return { token, expiresAt: new Date(expires * 1000) }
    },

    async isValid(token, expected, now) {
      const found = await read(token, now)
      return found?.sessionId === expected.sessionId && found.origin === expected.origin
    },
  }
}
