import { createHash, randomBytes } from 'node:crypto'
import { secretTokenDigest } from './secret-tokens.ts'
import type { SealedNotes } from './sealed-notes.ts'

/** What WebAuthn tells of a passkey: ids in base64url, the key in COSE. */
export type PasskeyCredential = {
  credentialId: string
  publicKey: Buffer
  /** 0 for the devices that do not count. */
  signCount: number
  transports: string[]
}

/** What a page asks the browser for, as JSON; `challenge` comes back with the answer. */
export type PasskeyRequest = { options: string; challenge: string }

/** `holder`: the session, or the half of a sign-in, that the challenge is for. */
type Challenged = { holder: string; purpose: 'add' | 'prove' }

type Answer = Challenged & { answer: string; challenge: string }

export type Passkeys = ReturnType<typeof createPasskeys>

const CHALLENGE_SECONDS = 5 * 60
const MAX_ANSWER = 16_384
/** EdDSA, ES256, RS256 in COSE: one of them is in every device. */
const ALGORITHMS = [-8, -7, -257]

// Half of what the library brings reads attestations, which nobody here asks for: it is loaded
// when the first passkey is met.
const library = () => import('@simplewebauthn/server')

/**
 * Passkeys as a second factor, for the host of `baseUrl` alone. A challenge lives five minutes, in
 * the form that it was made for, sealed together with whom it is for.
 */
export function createPasskeys({
  baseUrl,
  sealedNotes,
}: {
  baseUrl: string
  sealedNotes: SealedNotes
}) {
  const { hostname: rpID, origin } = new URL(baseUrl)

  const createChallenge = async ({ holder, purpose }: Challenged) => {
    const bytes = new Uint8Array(randomBytes(32))
    const text = Buffer.from(bytes).toString('base64url')
    const note = JSON.stringify({ holder, purpose, challenge: text })
    return { bytes, sealed: await sealedNotes.seal(note, CHALLENGE_SECONDS) }
  }

  /** The challenge that the form was made with, when it was made for this. */
  const openChallenge = async (sealed: string, { holder, purpose }: Challenged) => {
    const note = await sealedNotes.open(sealed)
    const made = note === undefined ? {} : (JSON.parse(note) as Record<string, unknown>)
    return made['holder'] === holder && made['purpose'] === purpose
      ? String(made['challenge'])
      : undefined
  }

  const expected = (challenge: string) => ({
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    // The password was asked for before.
    requireUserVerification: false,
  })

  const isAnswer = (answer: string) => answer.length > 0 && answer.length <= MAX_ANSWER

  return {
    async askToAdd(
      holder: string,
      account: { memberId: number; email: string; known: PasskeyCredential[] },
    ): Promise<PasskeyRequest> {
      const { generateRegistrationOptions } = await library()
      const { bytes, sealed } = await createChallenge({ holder, purpose: 'add' })
      const options = await generateRegistrationOptions({
        rpID,
        rpName: 'Hosted Checkout',
        userName: account.email,
        userID: new Uint8Array(
          createHash('sha256').update(`${origin} member ${account.memberId}`).digest(),
        ),
        challenge: bytes,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: account.known.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports,
        })),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
      })
      return { options: JSON.stringify(options), challenge: sealed }
    },

    async askToProve(holder: string, passkeys: PasskeyCredential[]): Promise<PasskeyRequest> {
      const { generateAuthenticationOptions } = await library()
      const { bytes, sealed } = await createChallenge({ holder, purpose: 'prove' })
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: bytes,
        allowCredentials: passkeys.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports,
        })),
        userVerification: 'discouraged',
      })
      return { options: JSON.stringify(options), challenge: sealed }
    },

    /** Undefined when it is not the answer to a challenge of ours, for this. */
    async readAdded(
      holder: string,
      { answer, challenge: sealed }: Pick<Answer, 'answer' | 'challenge'>,
    ): Promise<{ credential: PasskeyCredential; challengeDigest: Buffer } | undefined> {
      const challenge = await openChallenge(sealed, { holder, purpose: 'add' })
      if (challenge === undefined || !isAnswer(answer)) return undefined
      const { verifyRegistrationResponse } = await library()
      try {
        const { registrationInfo } = await verifyRegistrationResponse({
          response: JSON.parse(answer),
          supportedAlgorithmIDs: ALGORITHMS,
          ...expected(challenge),
        })
        if (!registrationInfo) return undefined
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential
        return {
          credential: {
            credentialId: id,
            publicKey: Buffer.from(publicKey),
            signCount: counter,
            transports: transports.map(String),
          },
          challengeDigest: secretTokenDigest(challenge),
        }
      } catch {
        return undefined
      }
    },

    /** Which of the passkeys has answered, and what it has counted; undefined when none has. */
    async readProof<Known extends PasskeyCredential>(
      holder: string,
      {
        answer,
        challenge: sealed,
        passkeys,
      }: Pick<Answer, 'answer' | 'challenge'> & { passkeys: Known[] },
    ): Promise<{ passkey: Known; newSignCount: number; challengeDigest: Buffer } | undefined> {
      const challenge = await openChallenge(sealed, { holder, purpose: 'prove' })
      if (challenge === undefined || !isAnswer(answer)) return undefined
      const { verifyAuthenticationResponse } = await library()
      try {
        const response = JSON.parse(answer)
        const passkey = passkeys.find(({ credentialId }) => credentialId === response.id)
        if (!passkey) return undefined
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          ...expected(challenge),
          credential: {
            id: passkey.credentialId,
            publicKey: new Uint8Array(passkey.publicKey),
            counter: passkey.signCount,
            transports: passkey.transports,
          },
        })
        return verified
          ? {
              passkey,
              newSignCount: authenticationInfo.newCounter,
              challengeDigest: secretTokenDigest(challenge),
            }
          : undefined
      } catch {
        return undefined
      }
    },
  }
}
