import { takeFromNetworks } from '../../admission/network-limits.ts'
import type { Request } from 'express'
import { findCodeStep } from '../../auth/authenticator-codes.ts'
import { recoveryCodeDigest } from '../../auth/recovery-codes.ts'
import { formField } from './forms.ts'
import { withLatinDigits } from './latin-digits.ts'
import { noteRefusal } from './refusals.ts'
import { type Factors, secretHolder } from './second-factors.ts'
import type { StoreAppContext } from './store-app-context.ts'
import { tellSecondFactor } from './tell-second-factor.ts'

/**
 * How often the second factor of one account may be tried. Whoever tries has given its password:
 * strangers keep nobody out with it, so devices that are known have no tries of their own.
 */
const ACCOUNT_RATE = { perSecond: 1 / 120, burst: 10 }
/** The same for one network, whichever accounts. */
const NETWORK_LIMIT = { purpose: 'second-factor-network', rate: { perSecond: 1 / 10, burst: 30 } }

/** `holder`: what a passkey's challenge was made for. */
export type Prover = { memberId: number; email: string; holder: string }

type Proof = { type: 'proved' | 'refused' } | { type: 'limited'; retryAfterSeconds: number }

async function findLimit(
  { checkout, callers }: StoreAppContext,
  { ip }: Request,
  memberId: number,
) {
  const { limiter } = checkout.cache
  const ofNetwork = await takeFromNetworks(limiter, callers.networksOf(ip), NETWORK_LIMIT)
  const { allowed, retryAfterSeconds } =
    ofNetwork?.allowed === false
      ? ofNetwork
      : await limiter.take(`second-factor:${memberId}`, ACCOUNT_RATE)
  return allowed ? undefined : ({ type: 'limited', retryAfterSeconds } as const)
}

async function isCode(
  { sealedSecrets, records, checkout }: StoreAppContext,
  memberId: number,
  { authenticator, code }: { authenticator: Factors['authenticator']; code: string },
) {
  const secret = sealedSecrets.open(authenticator, secretHolder(memberId))
  const step = secret && findCodeStep(secret, code, checkout.clock.now())
  return step !== undefined && records.secondFactors.useCodeStep(memberId, step)
}

async function isRecoveryCode(
  app: StoreAppContext,
  request: Request,
  { memberId, email, code }: Prover & { code: string },
) {
  const digest = recoveryCodeDigest(code)
  const actor = { name: email, address: request.ip ?? null }
  const holder =
    digest && (await app.records.secondFactors.useRecoveryCode(memberId, { digest, actor }))
  if (holder) tellSecondFactor(app, request, { ...holder, change: 'recovery_code_used' })
  return holder !== undefined
}

async function isPasskey(
  { passkeys, records: { secondFactors } }: StoreAppContext,
  { memberId, holder }: Prover,
  { known, answer, challenge }: { known: Factors['passkeys']; answer: string; challenge: string },
) {
  const proof = await passkeys.readProof(holder, { answer, challenge, passkeys: known })
  return (
    proof !== undefined &&
    (await secondFactors.useChallenge(proof.challengeDigest)) &&
    secondFactors.usePasskey(memberId, { ...proof.passkey, newSignCount: proof.newSignCount })
  )
}

/** Of what the form has brought, the first counts: a passkey, a code, a recovery code. */
async function isProved(app: StoreAppContext, request: Request, prover: Prover) {
  const factors = await app.records.secondFactors.find(prover.memberId)
  if (!factors) return false
  const answer = formField(request, 'factor-passkey')
  if (answer !== '') {
    const challenge = formField(request, 'factor-challenge')
    return isPasskey(app, prover, { known: factors.passkeys, answer, challenge })
  }
  const code = withLatinDigits(formField(request, 'factor-code')).replaceAll(/\s/g, '')
  if (code !== '')
    return isCode(app, prover.memberId, { authenticator: factors.authenticator, code })
  return isRecoveryCode(app, request, { ...prover, code: formField(request, 'factor-recovery') })
}

/** Whether the form holds the member's second factor, which is good this once. */
export async function proveSecondFactor(
  app: StoreAppContext,
  request: Request,
  prover: Prover,
): Promise<Proof> {
  const proof: Proof = (await findLimit(app, request, prover.memberId)) ?? {
    type: (await isProved(app, request, prover)) ? 'proved' : 'refused',
  }
  if (proof.type !== 'proved')
    noteRefusal(app, request, { action: `auth.second_factor_${proof.type}`, email: prover.email })
  return proof
}
