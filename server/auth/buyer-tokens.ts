import {
  type CryptoKey,
  type JWTVerifyGetKey,
  SignJWT,
  createLocalJWKSet,
  errors,
  importJWK,
  jwtVerify,
} from 'jose'
import { deriveSigningKey, toPublicKey } from './key-material.ts'
import { type VerifiedToken, createVerifiedTokens } from './verified-tokens.ts'

const ALGORITHM = 'ES256'
const TYPE = 'hcs-widget+jwt'
const AUDIENCE = 'checkout-widget'
const SCOPE = 'view pay'
const LIFETIME_SECONDS = 600
/** The page may still show the outcome this long after the payment window. */
const AFTER_DEADLINE_SECONDS = 300
const CLOCK_TOLERANCE_SECONDS = 30

/** `origin`: that of the merchant's page that asked for the token, or `hosted`. */
export type BuyerTokenClaims = { sessionId: string; origin: string }

type TokenGrant = BuyerTokenClaims & { storeId: string; sessionEndsAt: Date; now: Date }

export type BuyerTokens = Awaited<ReturnType<typeof createBuyerTokens>>

/** Both in seconds. */
const lastMomentOf = ({ issuedAt, expires }: { issuedAt: number; expires: number }) =>
  new Date((Math.min(expires, issuedAt + LIFETIME_SECONDS) + CLOCK_TOLERANCE_SECONDS) * 1000)

/** The claims of a valid token; undefined for every other text. */
const createReader =
  (issuer: string, findKey: JWTVerifyGetKey) =>
  async (token: string, now: Date): Promise<VerifiedToken | undefined> => {
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
      return { sessionId, origin, from: now, until: lastMomentOf({ issuedAt: iat, expires: exp }) }
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

/** In seconds. */
function lifetimeOf({ now, sessionEndsAt }: { now: Date; sessionEndsAt: Date }) {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const lastSecond = Math.floor(sessionEndsAt.getTime() / 1000) + AFTER_DEADLINE_SECONDS
  const expires = Math.min(
    issuedAt + LIFETIME_SECONDS,
    Math.max(lastSecond, issuedAt + CLOCK_TOLERANCE_SECONDS * 2),
  )
  return { issuedAt, expires }
}

/**
 * `materials`: one or two secret texts. The first one signs and both verify, so that a key can be
 * replaced without an outage.
 */
export async function createBuyerTokens({
  materials,
  issuer,
}: {
  materials: string[]
  issuer: string
}) {
  const keys = await Promise.all(materials.map(deriveSigningKey))
  const [signing] = keys
  if (!signing) throw new Error('at least one signing key is needed')
  const privateKey = (await importJWK(signing, ALGORITHM)) as CryptoKey
  const publicKeys = { keys: keys.map((key) => toPublicKey(key, ALGORITHM)) }
  const read = createReader(issuer, createLocalJWKSet(publicKeys))
  const verified = createVerifiedTokens()

  return {
    /** As `/.well-known/jwks.json` shows them. */
    publicKeys,

    /** A token that lives 10 minutes, and ends at most 5 minutes after the session. */
    async issue({ sessionId, storeId, origin, sessionEndsAt, now }: TokenGrant) {
      const { issuedAt, expires } = lifetimeOf({ now, sessionEndsAt })
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
      const until = lastMomentOf({ issuedAt, expires })
      verified.remember(token, { sessionId, origin, from: now, until })
      return { token, expiresAt: new Date(expires * 1000) }
    },

    /** True only for an unexpired token of ours for this session and origin. */
    async isValid(token: string, expected: BuyerTokenClaims, now: Date) {
      const known = verified.find(token, now)
      const found = known ?? (await read(token, now))
      if (found && !known) verified.remember(token, found)
      return found?.sessionId === expected.sessionId && found.origin === expected.origin
    },
  }
}
