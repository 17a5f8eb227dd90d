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

type Answer = { answer: string; challenge: string }

type Answered = Challenged & Answer

type Account = { memberId: number; email: string; known: PasskeyCredential[] }

export type Passkeys = ReturnType<typeof createPasskeys>

const CHALLENGE_SECONDS = 5 * 60
const MAX_ANSWER = 16_384
/** EdDSA, ES256, RS256 in COSE: one of them is in every device. */
const ALGORITHMS = [-8, -7, -257]

// Half of what the library brings reads attestations, which nobody here asks for: it is loaded
// when the first passkey is met.
const library = () => import('@simplewebauthn/server')

/** Whose passkeys they are: of one host alone. */
type Site = { rpID: string; origin: string; sealedNotes: SealedNotes }

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
  const site: Site = { rpID, origin, sealedNotes }
  return {
    askToAdd: (holder: string, account: Account) => askToAdd(site, holder, account),
    askToProve: (holder: string, passkeys: PasskeyCredential[]) =>
      askToProve(site, holder, passkeys),
    /** Undefined when it is not the answer to a challenge of ours, for this. */
    readAdded: (holder: string, answer: Answer) =>
      withChallenge(site, { ...answer, holder, purpose: 'add' }, readAdded),
    /** Which of the passkeys has answered, and what it has counted; undefined when none has. */
    readProof: <Known extends PasskeyCredential>(
      holder: string,
      { passkeys, ...answer }: Answer & { passkeys: Known[] },
    ) =>
      withChallenge(site, { ...answer, holder, purpose: 'prove' }, (given) =>
        readProof(passkeys, given),
      ),
  }
}

async function createChallenge({ sealedNotes }: Site, { holder, purpose }: Challenged) {
  const bytes = new Uint8Array(randomBytes(32))
  const text = Buffer.from(bytes).toString('base64url')
  const note = JSON.stringify({ holder, purpose, challenge: text })
  return { bytes, sealed: await sealedNotes.seal(note, CHALLENGE_SECONDS) }
}

/** The challenge that the form was made with, when it was made for this. */
async function openChallenge({ sealedNotes }: Site, { holder, purpose, challenge }: Answered) {
  const note = await sealedNotes.open(challenge)
  const made = note === undefined ? {} : (JSON.parse(note) as Record<string, unknown>)
  return made['holder'] === holder && made['purpose'] === purpose
    ? String(made['challenge'])
    : undefined
}

async function askToAdd(site: Site, holder: string, account: Account): Promise<PasskeyRequest> {
  const { generateRegistrationOptions } = await library()
  const { bytes, sealed } = await createChallenge(site, { holder, purpose: 'add' })
  const { memberId, email, known } = account
  const options = await generateRegistrationOptions({
    rpID: site.rpID,
    rpName: 'Hosted Checkout',
    userName: email,
    userID: new Uint8Array(
      createHash('sha256').update(`${site.origin} member ${memberId}`).digest(),
    ),
    challenge: bytes,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  })
  return { options: JSON.stringify(options), challenge: sealed }
}

async function askToProve(
  site: Site,
  holder: string,
  passkeys: PasskeyCredential[],
): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await library()
  const { bytes, sealed } = await createChallenge(site, { holder, purpose: 'prove' })
  const options = await generateAuthenticationOptions({
    rpID: site.rpID,
    challenge: bytes,
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: 'discouraged',
  })
  return { options: JSON.stringify(options), challenge: sealed }
}

const toDescriptor = ({ credentialId: id, transports }: PasskeyCredential) => ({ id, transports })

type Given = {
  webAuthn: Awaited<ReturnType<typeof library>>
  answer: string
  expected: ReturnType<typeof expectedOf>
}

const expectedOf = ({ origin, rpID }: Site, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpID,
  // The password was asked for before.
  requireUserVerification: false,
})

/** What is read of the answer to a challenge of ours; undefined for whatever is none. */
async function withChallenge<Read>(
  site: Site,
  answered: Answered,
  read: (given: Given) => Promise<Read | undefined>,
) {
  const challenge = await openChallenge(site, answered)
  const { answer } = answered
  if (challenge === undefined || answer.length === 0 || answer.length > MAX_ANSWER) return undefined
  const given = { webAuthn: await library(), answer, expected: expectedOf(site, challenge) }
  try {
    const found = await read(given)
    return found && { ...found, challengeDigest: secretTokenDigest(challenge) }
  } catch {
    return undefined
  }
}

async function readAdded({ webAuthn, answer, expected }: Given) {
  const { registrationInfo } = await webAuthn.verifyRegistrationResponse({
    response: JSON.parse(answer),
    supportedAlgorithmIDs: ALGORITHMS,
    ...expected,
  })
  if (!registrationInfo) return undefined
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  const credential: PasskeyCredential = {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports: transports.map(String),
  }
  return { credential }
}

async function readProof<Known extends PasskeyCredential>(
  passkeys: Known[],
  { webAuthn, answer, expected }: Given,
) {
  const response = JSON.parse(answer)
  const passkey = passkeys.find(({ credentialId }) => credentialId === response.id)
  if (!passkey) return undefined
  const { verified, authenticationInfo } = await webAuthn.verifyAuthenticationResponse({
    response,
    ...expected,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signCount,
      transports: passkey.transports,
    },
  })
  return verified ? { passkey, newSignCount: authenticationInfo.newCounter } : undefined
}
