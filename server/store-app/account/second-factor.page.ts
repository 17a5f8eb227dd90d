import { RECOVERY_CODES } from '../../auth/recovery-codes.ts'
import { countOf } from '../frame/formats.ts'
import { buttonForm, linkButton } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import type { Factors } from '../frame/members/accounts.ts'
import { sectionView } from '../frame/sections.ts'
import { onceConfirmed } from '../frame/members/step-up.page.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { type MemberPages, sayDone } from '../frame/visits.ts'
import { SECOND_FACTOR, factorPath, notifyChange } from './factor-parts.ts'
import { passkeysView } from './passkeys.page.ts'
import { newRecoveryCodes } from './set-up-factor.page.ts'

const BACK = '/account/second-factor'
const RENEW = { to: 'make new recovery codes', back: BACK }
const TURN_OFF = { to: 'turn off your second factor', back: BACK }

export const secondFactorPages: MemberPages = {
  '/account/second-factor': { get: sendSecondFactor },
  '/account/second-factor/recovery-codes': { post: onceConfirmed(RENEW, renewCodes) },
  '/account/second-factor/turn-off': { post: onceConfirmed(TURN_OFF, turnOff) },
}

async function renewCodes(visit: MemberVisit) {
  const { app, response, viewer, actor } = visit
  const { digests, secret } = newRecoveryCodes()
  const to = factorPath(app)
  if (!(await app.records.secondFactors.renewRecoveryCodes(viewer.memberId, { digests, actor })))
    return response.redirect(303, to)
  notifyChange(visit, 'recovery_codes_renewed')
  const text = 'The recovery codes of before work no more.'
  return redirectWith(visit, to, { kind: 'success', text, secret })
}

async function turnOff(visit: MemberVisit) {
  const { app, viewer, actor } = visit
  if (await app.records.secondFactors.turnOff(viewer.memberId, { actor }))
    notifyChange(visit, 'turned_off')
  const text = 'Your second factor is off: your password alone opens your account.'
  return sayDone(visit, factorPath(app), text)
}

const offView = (app: StoreAppContext) =>
  html`<p class="lead">
      Your password alone opens your account. With a second factor whoever finds it out still stands
      outside.
    </p>
    <div class="sections">
      ${sectionView('app', 'Authenticator app', [
        html`<p>
            An app on your phone shows six digits, another six every 30 seconds. They are asked for
            when you sign in, and with your password before what could harm the store: owners,
            roles, keys, origins, large refunds and exports.
          </p>
          ${linkButton(`${factorPath(app)}/set-up`, 'Set up an authenticator app', { kind: 'button' })}`,
      ])}
    </div>`

const recoveryView = ({ app, viewer }: MemberVisit, left: number) =>
  sectionView('recovery', 'Recovery codes', [
    html`<p>
        Without your phone, each of them opens your account once. ${countOf(left, 'code')} of
        ${RECOVERY_CODES} ${left === 1 ? 'is' : 'are'} left.
      </p>
      ${buttonForm(viewer, {
        action: `${factorPath(app)}/recovery-codes`,
        button: 'Make new recovery codes',
        note: 'Those of before stop working.',
      })}`,
  ])

function onView(visit: MemberVisit, { passkeys, recoveryCodesLeft }: Factors) {
  const { app, viewer } = visit
  const since = viewer.secondFactorSince
  return html`<div class="sections">
    ${sectionView('app', 'Authenticator app', [
      html`<p>
        <span class="badge success">On</span>
        ${since === null ? undefined : html`Since ${viewer.formats.time(since)}.`}
      </p>`,
    ])}
    ${passkeysView(visit, passkeys)} ${recoveryView(visit, recoveryCodesLeft)}
    ${sectionView('off', 'Turn it off', [
      html`<p>Also to move to another app: turn it off, and set it up again.</p>
        ${buttonForm(viewer, {
          action: `${factorPath(app)}/turn-off`,
          button: 'Turn off the second factor',
        })}`,
    ])}
  </div>`
}

async function sendSecondFactor(visit: MemberVisit) {
  const { app, viewer } = visit
  const factors =
    viewer.secondFactorSince === null
      ? undefined
      : await app.records.secondFactors.find(viewer.memberId)
  sendPage(visit, {
    title: 'Second factor',
    section: 'account',
    styles: SECOND_FACTOR,
    back: { path: `${app.storePath}/account`, text: 'Your account' },
    main: factors ? onView(visit, factors) : offView(app),
  })
}
