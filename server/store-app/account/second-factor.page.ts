import type { Response } from 'express'
import { RECOVERY_CODES } from '../../auth/recovery-codes.ts'
import { countOf } from '../frame/formats.ts'
import { csrfField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import type { Factors } from '../frame/second-factors.ts'
import { confirmed } from '../frame/step-up.page.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction, memberPage } from '../frame/store-auth.ts'
import { tellSecondFactor } from '../frame/tell-second-factor.ts'
import { factorPath } from './factor-path.ts'
import { passkeysView } from './passkeys.page.ts'
import { SECOND_FACTOR } from './second-factor.styles.ts'
import { newRecoveryCodes } from './set-up-factor.page.ts'

const BACK = '/account/second-factor'

/** What a member has beside the password. */
export function secondFactorRoutes(app: StoreAppContext) {
  const { secondFactors } = app.records
  const holderOf = ({ email, store }: Viewer) => ({ email, storeName: store.name })
  return pages(app, {
    '/account/second-factor': {
      get: memberPage(app, async (_request, response, viewer) =>
        sendSecondFactor(app, response, {
          viewer,
          factors:
            viewer.secondFactorSince === null
              ? undefined
              : await secondFactors.find(viewer.memberId),
        }),
      ),
    },
    '/account/second-factor/recovery-codes': {
      post: memberAction(
        app,
        confirmed(
          app,
          { to: 'make new recovery codes', back: BACK },
          async (request, response, viewer) => {
            const { digests, secret } = newRecoveryCodes()
            const actor = actorOf(viewer, request)
            if (!(await secondFactors.renewRecoveryCodes(viewer.memberId, { digests, actor })))
              return response.redirect(303, factorPath(app))
            const change = 'recovery_codes_renewed'
            tellSecondFactor(app, request, { ...holderOf(viewer), change })
            return redirectWith(app, response, {
              to: factorPath(app),
              kind: 'success',
              text: 'The recovery codes of before work no more.',
              secret,
            })
          },
        ),
      ),
    },
    '/account/second-factor/turn-off': {
      post: memberAction(
        app,
        confirmed(
          app,
          { to: 'turn off your second factor', back: BACK },
          async (request, response, viewer) => {
            const actor = actorOf(viewer, request)
            if (await secondFactors.turnOff(viewer.memberId, { actor }))
              tellSecondFactor(app, request, { ...holderOf(viewer), change: 'turned_off' })
            return redirectWith(app, response, {
              to: factorPath(app),
              kind: 'success',
              text: 'Your second factor is off: your password alone opens your account.',
            })
          },
        ),
      ),
    },
  })
}

const offView = (app: StoreAppContext) =>
  html`<p class="lead">
      Your password alone opens your account. With a second factor whoever finds it out still stands
      outside.
    </p>
    <div class="sections">
      <section aria-labelledby="app">
        <h2 id="app">Authenticator app</h2>
        <p>
          An app on your phone shows six digits, another six every 30 seconds. They are asked for
          when you sign in, and with your password before what could harm the store: owners, roles,
          keys, origins, large refunds and exports.
        </p>
        <p class="actions">
          <a class="button" href="${factorPath(app)}/set-up">Set up an authenticator app</a>
        </p>
      </section>
    </div>`

const recoveryView = (app: StoreAppContext, viewer: Viewer, left: number) =>
  html`<section aria-labelledby="recovery">
    <h2 id="recovery">Recovery codes</h2>
    <p>
      Without your phone, each of them opens your account once. ${countOf(left, 'code')} of
      ${RECOVERY_CODES} ${left === 1 ? 'is' : 'are'} left.
    </p>
    <form class="actions" method="post" action="${factorPath(app)}/recovery-codes">
      ${csrfField(viewer)}
      <button class="quiet">Make new recovery codes</button>
      <span class="muted">Those of before stop working.</span>
    </form>
  </section>`

const onView = (app: StoreAppContext, viewer: Viewer, factors: Factors) =>
  html`<div class="sections">
    <section aria-labelledby="app">
      <h2 id="app">Authenticator app</h2>
      <p>
        <span class="badge success">On</span>
        ${
          viewer.secondFactorSince === null
            ? undefined
            : html`Since ${viewer.formats.time(viewer.secondFactorSince)}.`
        }
      </p>
    </section>
    ${passkeysView(app, viewer, factors.passkeys)}
    ${recoveryView(app, viewer, factors.recoveryCodesLeft)}
    <section aria-labelledby="off">
      <h2 id="off">Turn it off</h2>
      <p>Also to move to another app: turn it off, and set it up again.</p>
      <form class="actions" method="post" action="${factorPath(app)}/turn-off">
        ${csrfField(viewer)}
        <button class="quiet">Turn off the second factor</button>
      </form>
    </section>
  </div>`

type SecondFactorPage = { viewer: Viewer; factors: Factors | undefined }

function sendSecondFactor(
  app: StoreAppContext,
  response: Response,
  { viewer, factors }: SecondFactorPage,
) {
  sendPage(app, response, {
    title: 'Second factor',
    section: 'account',
    viewer,
    styles: SECOND_FACTOR,
    main: html`<p class="back"><a href="${app.storePath}/account">Your account</a></p>
      <h1>Second factor</h1>
      ${factors ? onView(app, viewer, factors) : offView(app)}`,
  })
}
