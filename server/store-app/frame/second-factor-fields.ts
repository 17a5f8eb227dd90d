import type { PasskeyRequest } from '../../auth/passkeys.ts'
import { type FieldErrors, inputField } from './forms.ts'
import { type Html, html } from './html.ts'
import type { Prover } from './second-factor-proof.ts'
import type { StoreAppContext } from './store-app-context.ts'

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
