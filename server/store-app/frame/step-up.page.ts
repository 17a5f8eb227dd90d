import type { Request } from 'express'
import { CONFIRMED_SECONDS } from './accounts.ts'
import { confirmPassword, passwordField } from './confirm-password.ts'
import { type FieldErrors, csrfField, errorSummary, formField, formFields } from './forms.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './page.ts'
import { proveSecondFactor } from './second-factor-proof.ts'
import { WRONG_FACTOR, secondFactorFields } from './second-factor-fields.ts'
import type { MemberHandler, MemberVisit, StoreAppContext, Viewer } from './store-app-context.ts'
import { sessionDigestOf } from './store-auth.ts'

/** `to`: what the member is about to do, as in "invite an owner"; `back`: a path of ours. */
export type Sensitive = { to: string; back: string }

type Problem = { status: 422 | 429; errors: FieldErrors }

const holderOf = (request: Request) => sessionDigestOf(request).toString('base64url')

async function findProblem({
  app,
  request,
  response,
  viewer,
}: MemberVisit): Promise<Problem | undefined> {
  const password = await confirmPassword(app, request, viewer)
  if (password.status === 429) response.set('Retry-After', String(password.retryAfterSeconds))
  if (password.status !== 200)
    return { status: password.status, errors: { password: password.error } }
  if (viewer.secondFactorSince === null) return undefined
  const proof = await proveSecondFactor(app, request, { ...viewer, holder: holderOf(request) })
  switch (proof.type) {
    case 'proved':
      return undefined
    case 'refused':
      return { status: 422, errors: { 'factor-code': WRONG_FACTOR } }
    case 'limited':
      response.set('Retry-After', String(proof.retryAfterSeconds))
      return {
        status: 429,
        errors: { 'factor-code': 'Too many tries. Wait some minutes and try again.' },
      }
  }
}

/** What the form brought, which the next one brings again: without what proves who sends it. */
const carriedFields = (request: Request) =>
  Object.entries(formFields(request)).filter(
    ([name]) => name !== 'csrf' && name !== 'password' && !name.startsWith('factor-'),
  )

const hiddenField = ([name, value]: [string, string]): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`

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
    main: html`<h1>Confirm that it is you</h1>
      <p class="lead">
        You are about to ${to}. A confirmation counts for ${CONFIRMED_SECONDS / 60} minutes, in this
        browser.
      </p>
      ${errorSummary(errors)}
      <form class="form" method="post" action="${action}">
        ${csrfField(viewer)} ${carried.map(hiddenField)}
        <input type="hidden" name="email" value="${email}" autocomplete="username" />
        ${passwordField(errors?.['password'])}
        ${
          secondFactorSince === null
            ? undefined
            : await secondFactorFields(app, { memberId, holder: holderOf(request), errors })
        }
        <div class="actions">
          <button class="button">Confirm</button>
          <a class="quiet" href="${app.storePath}${back}">Cancel</a>
        </div>
      </form>`,
  })
}

/**
 * Whether the member has proved in this session, in the last ten minutes or with this very form,
 * who it is. If not it is answered already, by a page that asks: it brings the form's fields again.
 */
export async function isConfirmed(visit: MemberVisit, sensitive: Sensitive): Promise<boolean> {
  const { app, request, response, viewer } = visit
  if (viewer.isConfirmed) return true
  const isAsked = formField(request, 'password') !== ''
  const problem = isAsked ? await findProblem(visit) : undefined
  if (isAsked && !problem) {
    await app.records.accounts.confirmSession(sessionDigestOf(request))
    return true
  }
  const isPage = request.method === 'GET'
  response.status(problem?.status ?? 403)
  await sendStepUp(visit, {
    ...sensitive,
    errors: problem?.errors,
    action: isPage ? `${app.storePath}/account/confirm` : request.originalUrl,
    carried: isPage ? [['to', ownPath(app, request)]] : carriedFields(request),
  })
  return false
}

const ownPath = ({ storePath }: StoreAppContext, { originalUrl }: Request) =>
  originalUrl.slice(storePath.length)

/** Whatever the member does there, it proves first who it is. */
export const onceConfirmed =
  (sensitive: Sensitive, handle: (visit: MemberVisit) => unknown) => async (visit: MemberVisit) => {
    if (await isConfirmed(visit, sensitive)) await handle(visit)
  }

export const confirmed =
  (app: StoreAppContext, sensitive: Sensitive, handle: MemberHandler): MemberHandler =>
  async (request, response, viewer) => {
    if (await isConfirmed({ app, request, response, viewer }, sensitive))
      await handle(request, response, viewer)
  }

export const isStepUp = (
  app: StoreAppContext,
  request: Request,
  response: MemberVisit['response'],
  { viewer, ...sensitive }: Sensitive & { viewer: Viewer },
) => isConfirmed({ app, request, response, viewer }, sensitive)
