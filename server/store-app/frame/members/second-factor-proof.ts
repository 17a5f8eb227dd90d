import { takeFromNetworks } from '../../../admission/network-limits.ts'
import type { Request } from 'express'
import { findCodeStep } from '../../../auth/authenticator-codes.ts'
import { recoveryCodeDigest } from '../../../auth/recovery-codes.ts'
import { formField, type FieldErrors, inputField } from '../forms.ts'
import { withLatinDigits } from '../price.ts'
import { secretAccountKey } from '../../../auth/store-login.ts'
import type { SecondFactorChange } from '../../../checkout/stores/audit.ts'
import { noteRefusal } from '../refusals.ts'
import { type FactorHolder, type Factors, secretHolder } from './accounts.ts'
import type { StoreAppContext, Visit } from '../store-app-context.ts'
import type { PasskeyRequest } from '../../../auth/passkeys.ts'
import { type Html, html } from '../../../web/html.ts'

/**
 * A caller that tries has given the password: devices that are known need no tries of their own.
 */
const ACCOUNT_RATE = { perSecond: 1 / 120, burst: 10 }
const NETWORK_LIMIT = { purpose: 'second-factor-network', rate: { perSecond: 1 / 10, burst: 30 } }

/** `holder`: what a passkey's challenge was made for. */
export type Prover = { memberId: number; email: string; holder: string }

/** Whether it was tried too often; the answer then says when it may be tried again. */
async function isLimited({ app, request, response }: Visit, memberId: number) {
  const { callers, checkout } = app
  const { limiter } = checkout.cache
  const ofNetwork = await takeFromNetworks(limiter, callers.networksOf(request.ip), NETWORK_LIMIT)
  const { allowed, retryAfterSeconds } =
    ofNetwork?.allowed === false
      ? ofNetwork
      : await limiter.take(`second-factor:${memberId}`, ACCOUNT_RATE)
  if (!allowed) response.set('Retry-After', String(retryAfterSeconds))
  return !allowed
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

async function isRecoveryCode(visit: Visit, { memberId, email }: Prover) {
  const { app, request } = visit
  const digest = recoveryCodeDigest(formField(request, 'factor-recovery'))
  const actor = { name: email, address: request.ip ?? null }
  const holder =
    digest && (await app.records.secondFactors.useRecoveryCode(memberId, { digest, actor }))
  if (holder) notifySecondFactor(visit, { ...holder, change: 'recovery_code_used' })
  return holder !== undefined
}

async function isPasskey(
  { app, request }: Visit,
  { memberId, holder }: Prover,
  { passkeys }: Factors,
) {
  const { secondFactors } = app.records
  const answer = formField(request, 'factor-passkey')
  const challenge = formField(request, 'factor-challenge')
  const proof = await app.passkeys.readProof(holder, { answer, challenge, passkeys })
  return (
    proof !== undefined &&
    (await secondFactors.useChallenge(proof.challengeDigest)) &&
    secondFactors.usePasskey(memberId, { ...proof.passkey, newSignCount: proof.newSignCount })
  )
}

/** A code as it was typed, without what is only between its digits. */
export const codeOf = (request: Request, name: string) =>
  withLatinDigits(formField(request, name)).replaceAll(/\s/g, '')

/** Of what the form has brought, the first counts: a passkey, a code, a recovery code. */
async function isProved(visit: Visit, prover: Prover) {
  const { app, request } = visit
  const factors = await app.records.secondFactors.find(prover.memberId)
  if (!factors) return false
  if (formField(request, 'factor-passkey') !== '') return isPasskey(visit, prover, factors)
  const code = codeOf(request, 'factor-code')
  if (code === '') return isRecoveryCode(visit, prover)
  return isCode(app, prover.memberId, { authenticator: factors.authenticator, code })
}

/** Whether the form holds the member's second factor, which is good this once. */
export async function proveSecondFactor(visit: Visit, prover: Prover) {
  const { memberId, email } = prover
  const isOver = await isLimited(visit, memberId)
  if (!isOver && (await isProved(visit, prover))) return 'proved'
  const outcome = isOver ? 'limited' : 'refused'
  noteRefusal(visit, { action: `auth.second_factor_${outcome}`, email })
  return outcome
}

/** To the log, and to the member by mail; the audit log has it from the change itself. */
export function notifySecondFactor(
  { app, request: { ip } }: Visit,
  { email, storeName, change }: FactorHolder & { change: SecondFactorChange },
) {
  const { events, mails, addressKey } = app
  const { baseUrl } = app.urls
  events.secondFactorChanged({ change, account: secretAccountKey(email, addressKey) })
  const address = ip ?? null
  mails.secondFactorChanged({ to: email, storeName, address, baseUrl, change })
}

export const CODE_INPUT = html`inputmode="numeric" autocomplete="one-time-code" maxlength="20"
spellcheck="false"`

export const WRONG_FACTOR =
  'This is not right, or was used already. Enter the code that the app shows next.'

/** Does nothing without a script: it is hidden until one says that the browser has passkeys. */
export const passkeyButton = (
  { options, challenge }: PasskeyRequest,
  { text, does, name }: { text: string; does: 'get' | 'create'; name: string },
): Html =>
  html`<div class="passkey" data-passkey="${does}" data-options="${options}" hidden>
    <input type="hidden" name="${name}" data-passkey-answer />
    <input
      type="hidden"
      name="${name === 'passkey' ? 'challenge' : 'factor-challenge'}"
      value="${challenge}"
    />
    <button type="button" class="quiet">${text}</button>
    <p class="error" role="alert" hidden>
      The browser did not give the passkey. Try again, or use a code.
    </p>
  </div>`

/** What asks for the second factor, as part of a form: a code, a passkey, or a recovery code. */
export async function secondFactorFields(
  { records, passkeys }: StoreAppContext,
  { memberId, holder, errors }: Omit<Prover, 'email'> & { errors?: FieldErrors | undefined },
): Promise<Html> {
  const factors = await records.secondFactors.find(memberId)
  const known = factors?.passkeys ?? []
  const request = known.length > 0 ? await passkeys.askToProve(holder, known) : undefined
  return html`${
      request &&
      passkeyButton(request, { text: 'Use a passkey', does: 'get', name: 'factor-passkey' })
    }
    ${inputField({
      name: 'factor-code',
      label: 'Code from your authenticator app',
      error: errors?.['factor-code'],
      hint: 'Six digits. Each code works once.',
      attributes: CODE_INPUT,
    })}
    <details class="instead">
      <summary>Use a recovery code instead</summary>
      ${inputField({
        name: 'factor-recovery',
        label: 'Recovery code',
        hint: `One of the ten that you kept; ${factors?.recoveryCodesLeft ?? 0} are left.`,
        attributes: html`autocomplete="off" autocapitalize="characters" spellcheck="false"
        maxlength="40"`,
      })}
    </details>`
}
