import {
  authenticatorKey,
  createAuthenticatorSecret,
  findCodeStep,
} from '../../auth/authenticator-codes.ts'
import { qrPath } from '../../web/answers/qr-code.ts'
import { createRecoveryCodes, recoveryCodeDigest } from '../../auth/recovery-codes.ts'
import { formField, inputField, formView, hiddenField } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { CODE_INPUT, codeOf } from '../frame/members/second-factor-proof.ts'
import { secretHolder } from '../frame/members/accounts.ts'
import { copyView, sectionView } from '../frame/sections.ts'
import { onceConfirmed } from '../frame/members/step-up.page.ts'
import type { MemberVisit, Notice } from '../frame/store-app-context.ts'
import { sessionDigestOf } from '../frame/members/store-auth.ts'
import type { MemberPages } from '../frame/visits.ts'
import { SECOND_FACTOR, factorPath, notifyChange } from './factor-parts.ts'

const SENSITIVE = { to: 'turn on a second factor', back: '/account' }

/** How long the page keeps the sealed secret until the app proves that it has it. */
const SETUP_SECONDS = 30 * 60

/** Turns the second factor on: an app reads the secret and proves it with a code. */
export const setUpPages: MemberPages = {
  '/account/second-factor/set-up': {
    get: onceConfirmed(SENSITIVE, (visit) =>
      visit.viewer.secondFactorSince === null
        ? sendSetUp(visit, createAuthenticatorSecret())
        : visit.response.redirect(303, factorPath(visit.app)),
    ),
    post: onceConfirmed(SENSITIVE, turnOn),
  },
}

/** Ten new codes: their digests for the record, and their texts, which are shown once. */
export function newRecoveryCodes(): { digests: Buffer[]; secret: NonNullable<Notice['secret']> } {
  const codes = createRecoveryCodes()
  return {
    digests: codes.map(recoveryCodeDigest).filter((digest) => digest !== undefined),
    secret: {
      label: 'Your recovery codes, each good once. They are shown this once: keep them now.',
      value: codes.join('\n'),
    },
  }
}

async function openSetup({ app, request, viewer }: MemberVisit) {
  const text = await app.sealedNotes.open(formField(request, 'setup'))
  const [holder, secret] = text?.split(':') ?? []
  return holder === secretHolder(viewer.memberId) && secret !== undefined
    ? Buffer.from(secret, 'base64url')
    : undefined
}

async function turnOn(visit: MemberVisit) {
  const { app, request, response, viewer, actor } = visit
  const secret = await openSetup(visit)
  if (!secret) {
    const error = 'The page was open for too long: here is another key. Remove the one before.'
    return sendSetUp(visit, createAuthenticatorSecret(), error)
  }
  const step = findCodeStep(secret, codeOf(request, 'code'), app.checkout.clock.now())
  if (step === undefined) {
    const error = 'This is not the code that the app shows now. Is the time of your phone right?'
    return sendSetUp(visit, secret, error)
  }
  const { digests, secret: codes } = newRecoveryCodes()
  const isOn = await app.records.secondFactors.turnOn(viewer.memberId, {
    authenticator: app.sealedSecrets.seal(secret, secretHolder(viewer.memberId)),
    step,
    recoveryDigests: digests,
    keptDigest: sessionDigestOf(request),
    actor,
  })
  if (!isOn) return response.redirect(303, factorPath(app))
  notifyChange(visit, 'turned_on')
  return redirectWith(visit, factorPath(app), {
    kind: 'success',
    text: 'Your second factor is on. Wherever else you were signed in, you are not any more.',
    secret: codes,
  })
}

function qrCode(text: string) {
  const { size, path } = qrPath(text, 'low')
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="QR code for your authenticator app"
  >
    <path d="${path}" />
  </svg>`
}

async function sendSetUp(visit: MemberVisit, secret: Buffer, error?: string) {
  const { app, viewer } = visit
  const setup = await app.sealedNotes.seal(
    `${secretHolder(viewer.memberId)}:${secret.toString('base64url')}`,
    SETUP_SECONDS,
  )
  const key = authenticatorKey(secret, viewer.email)
  const errors = error === undefined ? undefined : { code: error }
  sendPage(visit, {
    title: 'Set up an authenticator app',
    section: 'account',
    styles: SECOND_FACTOR,
    errors,
    back: { path: factorPath(app), text: 'Second factor' },
    main: html`<div class="sections">
      ${sectionView('scan', '1. Let your app read this', [
        html`<p>
            In an app such as Aegis, Google Authenticator, 1Password or your password manager add an
            account and scan the code.
          </p>
          ${qrCode(key.uri)}
          <p>On the same device: <a href="${key.uri}">open it in your app</a>. Or type the key:</p>
          ${copyView(key.text, { button: 'Copy key' })}`,
      ])}
      ${sectionView('enter', '2. Enter the code that it shows', [
        formView(
          viewer,
          { action: `${factorPath(app)}/set-up`, button: 'Turn on', cancel: factorPath(app) },
          [
            hiddenField('setup', setup),
            inputField({
              name: 'code',
              label: 'Code',
              error,
              hint: 'Six digits. You are signed out wherever else you are signed in.',
              attributes: html`${CODE_INPUT} required`,
            }),
          ],
        ),
      ])}
    </div>`,
  })
}
