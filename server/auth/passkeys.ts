import { createHash, randomBytes } from 'node:crypto'
import { secretTokenDigest } from './secret-tokens.ts'
import type { SealedNotes } from './sealed-notes.ts'

/** A passkey as WebAuthn describes it: ids in base64url, the public key in COSE. */
export type PasskeyCredential = {
  credentialId: string
  publicKey: Buffer
  /** 0 for devices that do not count. */
  signCount: number
  transports: string[]
}

/** `options` is JSON for the browser; the form sends `challenge` back with the answer. */
export type PasskeyRequest = { options: string; challenge: string }

/** `holder`: the session or the unfinished sign-in that asked. */
type Ceremony = { holder: string; purpose: 'add' | 'prove' }

type Answer = { answer: string; challenge: string }

type CeremonyAnswer = Ceremony & Answer

type Account = { memberId: number; email: string; known: PasskeyCredential[] }

export type Passkeys = ReturnType<typeof createPasskeys>

const CHALLENGE_SECONDS = 5 * 60
const MAX_ANSWER = 16_384
/** EdDSA, ES256 and RS256 as COSE numbers; every device has one of them. */
const ALGORITHMS = [-8, -7, -257]

// Loaded with the first passkey: half of the library reads attestations, which nobody here asks
// for.
const library = () => import('@simplewebauthn/server')

type Site = { rpID: string; origin: string; sealedNotes: SealedNotes }

/**
 * Passkeys as a second factor, for the host of `baseUrl` only. A challenge lives 5 minutes and is
 * sealed into its form together with its holder.
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
    /** The new passkey; undefined unless this answers a challenge of ours for this holder. */
    readAdded: (holder: string, answer: Answer) =>
      withChallenge(site, { ...answer, holder, purpose: 'add' }, readAdded),
    /** The passkey that answered, with its new count; undefined when none did. */
    readProof: <Known extends PasskeyCredential>(
      holder: string,
      { passkeys, ...answer }: Answer & { passkeys: Known[] },
    ) =>
      withChallenge(site, { ...answer, holder, purpose: 'prove' }, (given) =>
        readProof(passkeys, given),
      ),
  }
}

async function createChallenge({ sealedNotes }: Site, { holder, purpose }: Ceremony) {
  const bytes = new Uint8Array(randomBytes(32))
  const text = Buffer.from(bytes).toString('base64url')
  const note = JSON.stringify({ holder, purpose, challenge: text })
  return { bytes, sealed: await sealedNotes.seal(note, CHALLENGE_SECONDS) }
}

/** The challenge of this form; undefined when it was made for another holder or purpose. */
async function openChallenge(
  { sealedNotes }: Site,
  { holder, purpose, challenge }: CeremonyAnswer,
) {
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

type Verification = {
  webAuthn: Awaited<ReturnType<typeof library>>
  answer: string
  expected: ReturnType<typeof expectedOf>
}

const expectedOf = ({ origin, rpID }: Site, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpID,
  // The password has been checked already.
  requireUserVerification: false,
})

/** Reads the answer to a challenge of ours; undefined for every other answer. */
async function withChallenge<Read>(
  site: Site,
  answered: CeremonyAnswer,
  read: (given: Verification) => Promise<Read | undefined>,
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

async function readAdded({ webAuthn, answer, expected }: Verification) {
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
  { webAuthn, answer, expected }: Verification,
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
