import type { Request } from 'express'
import { CONFIRMED_SECONDS } from './accounts.ts'
import { findPasswordProblem, passwordField } from '../refusals.ts'
import { type FieldErrors, formField, formFields, formView, hiddenField } from '../forms.ts'
import { html } from '../../../web/html.ts'
import { sendPage } from '../page.ts'
import { proveSecondFactor, WRONG_FACTOR, secondFactorFields } from './second-factor-proof.ts'
import type { MemberVisit, StoreAppContext } from '../store-app-context.ts'
import { sessionDigestOf } from './store-auth.ts'

/** `to`: what the member is about to do, as in "invite an owner"; `back`: a path of ours. */
export type Sensitive = { to: string; back: string }

/** What is made for this session, such as a passkey's challenge, names it so. */
export const holderOf = (request: Request) => sessionDigestOf(request).toString('base64url')

async function findErrors(visit: MemberVisit): Promise<FieldErrors | undefined> {
  const { request, response, viewer } = visit
  const password = await findPasswordProblem(visit)
  if (password !== undefined) return { password }
  if (viewer.secondFactorSince === null) return undefined
  switch (await proveSecondFactor(visit, { ...viewer, holder: holderOf(request) })) {
    case 'proved':
      return undefined
    case 'refused':
      return { 'factor-code': WRONG_FACTOR }
    case 'limited':
      response.status(429)
      return { 'factor-code': 'Too many tries. Wait some minutes and try again.' }
  }
}

/** What the form brought, which the next one brings again: without what proves who sends it. */
const carriedFields = (request: Request) =>
  Object.entries(formFields(request)).filter(
    ([name]) => name !== 'csrf' && name !== 'password' && !name.startsWith('factor-'),
  )

type StepUp = Sensitive & {
  action: string
  carried: [string, string][]
  errors: FieldErrors | undefined
}

async function sendStepUp(visit: MemberVisit, { to, back, action, carried, errors }: StepUp) {
  const { app, request, viewer } = visit
  const { memberId, email, secondFactorSince } = viewer
  sendPage(visit, {
    title: 'Confirm that it is you',
    errors,
    lead: `You are about to ${to}. A confirmation counts for ${CONFIRMED_SECONDS / 60} minutes, in this browser.`,
    main: formView(viewer, { action, button: 'Confirm', cancel: `${app.storePath}${back}` }, [
      ...carried.map(([name, value]) => hiddenField(name, value)),
      html`<input type="hidden" name="email" value="${email}" autocomplete="username" />`,
      passwordField(errors?.['password']),
      secondFactorSince === null
        ? undefined
        : await secondFactorFields(app, { memberId, holder: holderOf(request), errors }),
    ]),
  })
}

/** Proved in the last ten minutes or with this form. If not, a page that asks is sent already. */
export async function isConfirmed(visit: MemberVisit, sensitive: Sensitive): Promise<boolean> {
  const { app, request, response, viewer } = visit
  if (viewer.isConfirmed) return true
  const isAsked = formField(request, 'password') !== ''
  const errors = isAsked ? await findErrors(visit) : undefined
  if (isAsked && !errors) {
    await app.records.accounts.confirmSession(sessionDigestOf(request))
    return true
  }
  const isPage = request.method === 'GET'
  if (!errors) response.status(403)
  await sendStepUp(visit, {
    ...sensitive,
    errors,
    action: isPage ? `${app.storePath}/account/confirm` : request.originalUrl,
    carried: isPage ? [['to', ownPath(app, request)]] : carriedFields(request),
  })
  return false
}

const ownPath = ({ storePath }: StoreAppContext, { originalUrl }: Request) =>
  originalUrl.slice(storePath.length)

export const onceConfirmed =
  (sensitive: Sensitive, handle: (visit: MemberVisit) => unknown) => async (visit: MemberVisit) => {
    if (await isConfirmed(visit, sensitive)) await handle(visit)
  }
