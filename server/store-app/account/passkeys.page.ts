import type { Request, Response } from 'express'
import { requiredText } from '../../contract/fields.ts'
import { type FieldErrors, csrfField, errorSummary, formField, inputField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import { passkeyButton } from '../frame/second-factor-fields.ts'
import type { Passkey } from '../frame/second-factors.ts'
import { type Sensitive, confirmed } from '../frame/step-up.page.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction, memberPage, sessionDigestOf } from '../frame/store-auth.ts'
import { tellSecondFactor } from '../frame/tell-second-factor.ts'
import { factorPath } from './factor-path.ts'
import { browserName } from './member-session.ts'

const Name = requiredText(60)

const ADD: Sensitive = { to: 'add a passkey', back: '/account/second-factor' }
const REMOVE: Sensitive = { to: 'remove a passkey', back: '/account/second-factor' }

const holderOf = (request: Request) => sessionDigestOf(request).toString('base64url')

const idOf = ({ params }: Request) =>
  /^\d{1,15}$/.test(String(params['id'])) ? Number(params['id']) : 0

/** Passkeys beside the codes: one touch in the place of six digits. */
export function passkeyRoutes(app: StoreAppContext) {
  const { secondFactors } = app.records
  const done = (response: Response, text: string) =>
    redirectWith(app, response, { to: factorPath(app), kind: 'success', text })
  return pages(app, {
    '/account/second-factor/passkeys/new': {
      get: memberPage(
        app,
        confirmed(app, ADD, (request, response, viewer) =>
          sendNewPasskey(app, request, response, { viewer }),
        ),
      ),
      post: memberAction(
        app,
        confirmed(app, ADD, (request, response, viewer) => add(app, request, response, viewer)),
      ),
    },
    '/account/second-factor/passkeys/:id/rename': {
      post: memberAction(app, async (request, response, viewer) => {
        const name = formField(request, 'name').trim()
        const isRenamed =
          Name.safeParse(name).success &&
          (await secondFactors.renamePasskey(viewer.memberId, idOf(request), name))
        return isRenamed
          ? done(response, 'The passkey has another name.')
          : sendMessage(app, response, { status: 404, viewer })
      }),
    },
    '/account/second-factor/passkeys/:id/remove': {
      post: memberAction(
        app,
        confirmed(app, REMOVE, async (request, response, viewer) => {
          const actor = actorOf(viewer, request)
          const { memberId, email, store } = viewer
          const name = await secondFactors.removePasskey(memberId, idOf(request), { actor })
          if (name === undefined) return sendMessage(app, response, { status: 404, viewer })
          const change = 'passkey_removed'
          tellSecondFactor(app, request, { email, storeName: store.name, change })
          return done(response, `The passkey ${name} was removed.`)
        }),
      ),
    },
  })
}

const PROBLEMS = {
  full: 'You have ten passkeys already; remove one first.',
  known: 'This passkey belongs to an account already.',
} as const

async function add(app: StoreAppContext, request: Request, response: Response, viewer: Viewer) {
  const refuse = (errors: FieldErrors) =>
    sendNewPasskey(app, request, response.status(422), { viewer, errors })
  const name = formField(request, 'name').trim()
  if (!Name.safeParse(name).success) return refuse({ name: 'Enter a name of 1 to 60 characters.' })
  const [answer, challenge] = [formField(request, 'passkey'), formField(request, 'challenge')]
  const added = await app.passkeys.readAdded(holderOf(request), { answer, challenge })
  const { secondFactors } = app.records
  if (!added || !(await secondFactors.useChallenge(added.challengeDigest)))
    return refuse({ name: 'The passkey did not arrive, or too late. Add it again.' })
  const { memberId, email, store } = viewer
  const outcome = await secondFactors.addPasskey(memberId, {
    credential: added.credential,
    name,
    actor: actorOf(viewer, request),
  })
  if (outcome === 'full' || outcome === 'known') return refuse({ name: PROBLEMS[outcome] })
  if (outcome === 'no_second_factor') return response.redirect(303, factorPath(app))
  tellSecondFactor(app, request, { email, storeName: store.name, change: 'passkey_added' })
  return redirectWith(app, response, {
    to: factorPath(app),
    kind: 'success',
    text: `The passkey ${name} was added.`,
  })
}

async function newPasskeyForm(
  app: StoreAppContext,
  request: Request,
  { viewer, errors }: { viewer: Viewer; errors?: FieldErrors | undefined },
) {
  const { memberId, email } = viewer
  const factors = await app.records.secondFactors.find(memberId)
  const asked = await app.passkeys.askToAdd(holderOf(request), {
    memberId,
    email,
    known: factors?.passkeys ?? [],
  })
  return html`<form class="form" method="post" action="${factorPath(app)}/passkeys/new">
    ${csrfField(viewer)}
    ${inputField({
      name: 'name',
      label: 'Name',
      value: browserName(request.get('user-agent') ?? null),
      error: errors?.['name'],
      hint: 'So that you know later which one it is.',
      attributes: html`required maxlength="60" autocomplete="off" dir="auto"`,
    })}
    ${passkeyButton(asked, { text: 'Add a passkey', does: 'create', name: 'passkey' })}
    <p class="no-passkeys muted">This browser has no passkeys, or its scripts are off.</p>
  </form>`
}

async function sendNewPasskey(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, errors }: { viewer: Viewer; errors?: FieldErrors },
) {
  sendPage(app, response, {
    title: 'Add a passkey',
    section: 'account',
    viewer,
    hasErrors: errors !== undefined,
    main: html`<p class="back"><a href="${factorPath(app)}">Second factor</a></p>
      <h1>Add a passkey</h1>
      <p class="lead">
        A security key, or this device with its fingerprint, face or PIN. It counts instead of a
        code, beside your password.
      </p>
      ${errorSummary(errors)}
      ${
        viewer.secondFactorSince === null
          ? html`<p>
              First <a href="${factorPath(app)}/set-up">set up an authenticator app</a>: it works
              where passkeys do not.
            </p>`
          : await newPasskeyForm(app, request, { viewer, errors })
      }`,
  })
}

const passkeyView = (
  app: StoreAppContext,
  viewer: Viewer,
  { id, name, addedAt, lastUsedAt }: Passkey,
): Html => {
  const path = `${factorPath(app)}/passkeys/${id}`
  const { formats } = viewer
  return html`<li>
    <form method="post" action="${path}/rename">
      ${csrfField(viewer)}
      <div class="field">
        <label for="passkey-${id}">Name</label>
        <input id="passkey-${id}" name="name" value="${name}" required maxlength="60" dir="auto" />
      </div>
      <button class="quiet">Rename<span class="visually-hidden"> ${name}</span></button>
    </form>
    <form method="post" action="${path}/remove">
      ${csrfField(viewer)}
      <button class="quiet">Remove<span class="visually-hidden"> ${name}</span></button>
    </form>
    <p class="muted">
      Added ${formats.time(addedAt)}.
      ${lastUsedAt === null ? 'Never used.' : html`Last used ${formats.time(lastUsedAt)}.`}
    </p>
  </li>`
}

/** The part of the page about the second factor that is about passkeys. */
export const passkeysView = (app: StoreAppContext, viewer: Viewer, passkeys: Passkey[]): Html =>
  html`<section aria-labelledby="passkeys">
    <h2 id="passkeys">Passkeys</h2>
    ${
      passkeys.length === 0
        ? html`<p>With a passkey one touch does what a code does.</p>`
        : html`<ul class="passkeys">
            ${passkeys.map((passkey) => passkeyView(app, viewer, passkey))}
          </ul>`
    }
    <p class="actions">
      <a class="quiet" href="${factorPath(app)}/passkeys/new">Add a passkey</a>
    </p>
  </section>`
