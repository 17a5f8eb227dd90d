import type { Request, Response } from 'express'
import { type FieldErrors, readForm } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import { pathAfter } from '../frame/return-path.ts'
import { WRONG_FACTOR, secondFactorFields } from '../frame/second-factor-fields.ts'
import { proveSecondFactor } from '../frame/second-factor-proof.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { findHalfMember, forgetHalf, readHalf } from './half-sign-in.ts'
import { newSession, replaceSession } from './member-session.ts'

/** The page behind the sign-in of a member with a second factor. */
export const secondStepRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/sign-in/second-step': {
      get: async (request, response) => {
        const half = await readHalf(app, request)
        return half ? sendSecondStep(app, response, half) : sendHalfIsOver(app, response)
      },
      post: [readForm, (request, response) => takeSecondStep(app, request, response)],
    },
  })

async function takeSecondStep(app: StoreAppContext, request: Request, response: Response) {
  const half = await readHalf(app, request)
  if (!half) return sendHalfIsOver(app, response)
  const proof = await proveSecondFactor(app, request, half)
  switch (proof.type) {
    case 'limited':
      response.status(429).set('Retry-After', String(proof.retryAfterSeconds))
      return sendSecondStep(app, response, { ...half, error: TOO_MANY })
    case 'refused':
      return sendSecondStep(app, response.status(422), { ...half, error: WRONG_FACTOR })
    case 'proved': {
      const member = await findHalfMember(app, half)
      forgetHalf(response)
      if (!member) return sendHalfIsOver(app, response)
      const { token, session } = newSession(request)
      await app.records.accounts.openSession(member, session)
      await replaceSession(app, request, response, { token, email: half.email })
      return response.redirect(303, pathAfter(app, half.to))
    }
  }
}

const TOO_MANY =
  'Too many tries for now. Wait some minutes. If it was not you who tried, somebody knows your password: choose another one.'

/** What is wrong with the code stands at its field. */
const NOT_SIGNED_IN = html`<div class="notice danger" role="alert">
  <p><strong>You are not signed in.</strong> Check the code.</p>
</div>`

type SecondStep = { memberId: number; holder: string; email: string; error?: string }

async function sendSecondStep(
  app: StoreAppContext,
  response: Response,
  { memberId, holder, email, error }: SecondStep,
) {
  const errors: FieldErrors | undefined = error === undefined ? undefined : { 'factor-code': error }
  sendPage(app, response, {
    title: 'Second step of the sign-in',
    hasErrors: errors !== undefined,
    main: html`<div class="sign-in">
      <p class="brand">Hosted Checkout</p>
      <h1>Now your second factor</h1>
      <p>The password of <bdi>${email}</bdi> is right.</p>
      ${errors && NOT_SIGNED_IN}
      <form method="post" action="${app.storePath}/sign-in/second-step">
        ${await secondFactorFields(app, { memberId, holder, errors })}
        <button class="button">Sign in</button>
      </form>
      <p class="hint">
        No app and no recovery code left? Whoever runs this service can end your second factor.
      </p>
      <p><a href="${app.storePath}/sign-in">Back to the sign-in</a></p>
    </div>`,
  })
}

function sendHalfIsOver(app: StoreAppContext, response: Response) {
  sendPage(app, response, {
    title: 'Begin the sign-in again',
    main: html`<div class="message">
      <h1>Begin the sign-in again</h1>
      <p>The second factor is asked for within ten minutes of the password, in the same browser.</p>
      <p><a class="button" href="${app.storePath}/sign-in">Go to the sign-in</a></p>
    </div>`,
  })
}
