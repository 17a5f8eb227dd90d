import { formField, hiddenField, inputField } from '../frame/forms.ts'
import { emailView } from '../frame/members/actor-view.ts'
import { type Html, html } from '../../web/html.ts'
import { findDevice, sealedCookie } from '../frame/members/cookies.ts'
import { alertView, noticeView, redirectWith, takeNotice } from '../frame/notices.ts'
import { PASSWORD_INPUT, noteRefusal } from '../frame/refusals.ts'
import { pathAfter, toReturnPath } from '../frame/return-path.ts'
import type { MemberVisit, Visit, StoreAppContext } from '../frame/store-app-context.ts'
import { findViewer } from '../frame/members/store-auth.ts'
import type { MemberPages, VisitorPages } from '../frame/visits.ts'
import { emailField, sendVisitorPage, sendDeadEnd } from './visitor.page.ts'
import {
  TIME_ZONE_FIELD,
  endSession,
  newSession,
  replaceSession,
  sendSignedOut,
  signedOutNotice,
} from './member-session.ts'
import { createSecretToken, secretTokenDigest } from '../../auth/secret-tokens.ts'
import type { StoreMember } from '../frame/members/accounts.ts'
import {
  WRONG_FACTOR,
  secondFactorFields,
  proveSecondFactor,
} from '../frame/members/second-factor-proof.ts'

export const signOutPages: MemberPages = { '/sign-out': { post: signOut } }

async function signOut(visit: MemberVisit) {
  await endSession(visit)
  sendSignedOut(visit, 'here')
}

async function askToSignIn(visit: Visit) {
  const { app, request, response } = visit
  const { to, 'signed-out': signedOut } = request.query
  const viewer = await findViewer(visit)
  if (!viewer) {
    if (!(await app.newStores.getSetUp()).isInUse)
      return response.redirect(303, `${app.storePath}/new`)
    const notice = (await takeNotice(visit)) ?? signedOutNotice(signedOut)
    return sendSignIn(visit, { to, message: noticeView(notice) })
  }
  if (!viewer.notice) return response.redirect(303, pathAfter(app, to))
  return redirectWith(visit, pathAfter(app, to), viewer.notice)
}

async function signIn(visit: Visit) {
  const { app, request, response } = visit
  const email = formField(request, 'email').trim()
  const [password, to] = [formField(request, 'password'), formField(request, 'to')]
  const device = await findDevice(visit, email)
  const outcome = await app.login.signIn({ email, password, address: request.ip ?? '', device })
  if (outcome.type === 'signed_in') {
    const { member } = outcome
    if (member.hasSecondFactor) return beginSecondStep(visit, { member, email, to })
    const { token, session } = newSession(request)
    await app.records.accounts.openSession(member, session)
    await replaceSession(visit, { token, email })
    return response.redirect(303, pathAfter(app, to))
  }
  noteRefusal(visit, { action: `auth.${outcome.type}`, email })
  if (outcome.type === 'limited')
    response.status(429).set('Retry-After', String(outcome.retryAfterSeconds))
  return sendSignIn(visit, { email, to, refusal: REFUSALS[outcome.type] })
}

/** Neither text reveals whether the account exists: a limit counts tries of both. */
const REFUSALS = {
  refused: html`<strong>You are not signed in.</strong> Check the email and the password.`,
  limited: html`<strong>Too many tries for now.</strong> Wait a minute and try again, or choose a
    new password.`,
}

type SignInPage = { email?: string; to: unknown; message?: Html | undefined; refusal?: Html }

function sendSignIn(visit: Visit, { email = '', to, message, refusal }: SignInPage) {
  const { app } = visit
  const describedBy = refusal && html`aria-describedby="refusal"`
  const path = toReturnPath(app, to)
  sendVisitorPage(visit, {
    title: 'Sign in',
    heading: 'Sign in to your store',
    problem: refusal && alertView(refusal, 'refusal'),
    main: html`${message}
      <form method="post" action="${app.storePath}/sign-in">
        ${path === undefined ? undefined : hiddenField('to', path)} ${TIME_ZONE_FIELD}
        ${emailField({ value: email, attributes: describedBy })}
        ${inputField({
          name: 'password',
          label: 'Password',
          attributes: html`${PASSWORD_INPUT} ${describedBy}`,
        })}
        <button class="button">Sign in</button>
      </form>
      <p><a href="${app.storePath}/forgot-password">Forgot your password?</a></p>`,
  })
}

/**
 * A member whose password was right. It opens the page for the second factor only. `holder`: what
 * passkey challenges are sealed for. `to`: where the sign-in leads.
 */
export type HalfSignIn = {
  holder: string
  memberId: number
  passwordDigest: string
  email: string
  to: string
}

export const halfSignIn = sealedCookie<HalfSignIn>('__Host-second-step', 10 * 60)

/** Recognizes the password later without taking its hash out of the record. */
const digestOf = ({ passwordHash }: StoreMember) =>
  secretTokenDigest(passwordHash).toString('base64url')

export async function beginSecondStep(
  visit: Visit,
  { member, email, to }: { member: StoreMember; email: string; to: string },
) {
  await halfSignIn.set(visit, {
    holder: createSecretToken(),
    memberId: member.id,
    passwordDigest: digestOf(member),
    email,
    to,
  })
  visit.response.redirect(303, `${visit.app.storePath}/sign-in/second-step`)
}

/** The member as it is now; undefined when the password has changed since. */
export async function findHalfMember(
  { records }: StoreAppContext,
  { email, memberId, passwordDigest }: HalfSignIn,
): Promise<StoreMember | undefined> {
  const member = await records.accounts.findMember(email)
  return member?.id === memberId && digestOf(member) === passwordDigest ? member : undefined
}

const onHalf = (handle: (visit: Visit, half: HalfSignIn) => unknown) => async (visit: Visit) => {
  const half = await halfSignIn.read(visit)
  return half ? handle(visit, half) : sendHalfIsOver(visit)
}

export const signInPages: VisitorPages = {
  '/sign-in': { get: askToSignIn, post: signIn },
  '/sign-in/second-step': {
    get: onHalf((visit, half) => sendSecondStep(visit, half)),
    post: onHalf(takeSecondStep),
  },
}

async function takeSecondStep(visit: Visit, half: HalfSignIn) {
  const { app, request, response } = visit
  switch (await proveSecondFactor(visit, half)) {
    case 'limited':
      response.status(429)
      return sendSecondStep(visit, half, TOO_MANY)
    case 'refused':
      return sendSecondStep(visit, half, WRONG_FACTOR)
    case 'proved': {
      const member = await findHalfMember(app, half)
      halfSignIn.forget(visit)
      if (!member) return sendHalfIsOver(visit)
      const { token, session } = newSession(request)
      await app.records.accounts.openSession(member, session)
      await replaceSession(visit, { token, email: half.email })
      return response.redirect(303, pathAfter(app, half.to))
    }
  }
}

const TOO_MANY =
  'Too many tries for now. Wait some minutes. If it was not you who tried, somebody knows your password: choose another one.'

/** What is wrong with the code is shown at its field. */
const NOT_SIGNED_IN = alertView(html`<strong>You are not signed in.</strong> Check the code.`)

async function sendSecondStep(visit: Visit, half: HalfSignIn, error?: string) {
  const { app } = visit
  const errors = error === undefined ? undefined : { 'factor-code': error }
  sendVisitorPage(visit, {
    title: 'Second step of the sign-in',
    heading: 'Now your second factor',
    problem: errors && NOT_SIGNED_IN,
    main: html`<p>The password of ${emailView(half.email)} is right.</p>
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
