import { html } from '../frame/html.ts'
import { pathAfter } from '../frame/return-path.ts'
import { WRONG_FACTOR, secondFactorFields } from '../frame/second-factor-fields.ts'
import { proveSecondFactor } from '../frame/second-factor-proof.ts'
import type { Visit } from '../frame/store-app-context.ts'
import type { VisitorPages } from '../frame/visits.ts'
import { type HalfSignIn, findHalfMember, forgetHalf, readHalf } from './half-sign-in.ts'
import { newSession, replaceSession } from './member-session.ts'
import { sendDeadEnd, sendVisitorPage } from './visitor.page.ts'

const onHalf = (handle: (visit: Visit, half: HalfSignIn) => unknown) => async (visit: Visit) => {
  const half = await readHalf(visit.app, visit.request)
  return half ? handle(visit, half) : sendHalfIsOver(visit)
}

/** The page behind the sign-in of a member with a second factor. */
export const secondStepPages: VisitorPages = {
  '/sign-in/second-step': {
    get: onHalf((visit, half) => sendSecondStep(visit, half)),
    post: onHalf(takeSecondStep),
  },
}

async function takeSecondStep(visit: Visit, half: HalfSignIn) {
  const { app, request, response } = visit
  const proof = await proveSecondFactor(app, request, half)
  switch (proof.type) {
    case 'limited':
      response.status(429).set('Retry-After', String(proof.retryAfterSeconds))
      return sendSecondStep(visit, half, TOO_MANY)
    case 'refused':
      return sendSecondStep(visit, half, WRONG_FACTOR)
    case 'proved': {
      const member = await findHalfMember(app, half)
      forgetHalf(response)
      if (!member) return sendHalfIsOver(visit)
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

async function sendSecondStep(visit: Visit, half: HalfSignIn, error?: string) {
  const { app } = visit
  const errors = error === undefined ? undefined : { 'factor-code': error }
  sendVisitorPage(visit, {
    title: 'Second step of the sign-in',
    heading: 'Now your second factor',
    errors,
    main: html`<p>The password of <bdi>${half.email}</bdi> is right.</p>
      ${errors && NOT_SIGNED_IN}
      <form method="post" action="${app.storePath}/sign-in/second-step">
        ${await secondFactorFields(app, { ...half, errors })}
        <button class="button">Sign in</button>
      </form>
      <p class="hint">
        No app and no recovery code left? Whoever runs this service can end your second factor.
      </p>
      <p><a href="${app.storePath}/sign-in">Back to the sign-in</a></p>`,
  })
}

const sendHalfIsOver = (visit: Visit) =>
  sendDeadEnd(
    visit,
    'Begin the sign-in again',
    'The second factor is asked for within ten minutes of the password, in the same browser.',
  )
