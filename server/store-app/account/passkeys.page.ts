import { requiredText } from '../../contract/fields.ts'
import {
  type FieldErrors,
  buttonForm,
  csrfField,
  hidden,
  linkButton,
  formField,
  inputField,
} from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { sendPage } from '../frame/page.ts'
import { passkeyButton } from '../frame/members/second-factor-proof.ts'
import type { Passkey } from '../frame/members/accounts.ts'
import { sectionView } from '../frame/sections.ts'
import { holderOf, onceConfirmed } from '../frame/members/step-up.page.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, idOf, sendNotFound, sayDone } from '../frame/visits.ts'
import { factorPath, notifyChange } from './factor-parts.ts'
import { browserName } from './member-session.ts'

const Name = requiredText(60)

const ADD = { to: 'add a passkey', back: '/account/second-factor' }
const REMOVE = { to: 'remove a passkey', back: '/account/second-factor' }

export const passkeyPages: MemberPages = {
  '/account/second-factor/passkeys/new': {
    get: onceConfirmed(ADD, (visit) => sendNewPasskey(visit)),
    post: onceConfirmed(ADD, add),
  },
  '/account/second-factor/passkeys/:id/rename': { post: rename },
  '/account/second-factor/passkeys/:id/remove': { post: onceConfirmed(REMOVE, remove) },
}

async function rename(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const name = formField(request, 'name').trim()
  const isRenamed =
    Name.safeParse(name).success &&
    (await app.records.secondFactors.renamePasskey(viewer.memberId, idOf(request) ?? 0, name))
  return isRenamed
    ? sayDone(visit, factorPath(app), 'The passkey has another name.')
    : sendNotFound(visit)
}

async function remove(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const { secondFactors } = app.records
  const id = idOf(request) ?? 0
  const name = await secondFactors.removePasskey(viewer.memberId, id, { actor })
  if (name === undefined) return sendNotFound(visit)
  notifyChange(visit, 'passkey_removed')
  return sayDone(visit, factorPath(app), `The passkey ${name} was removed.`)
}

const PROBLEMS = {
  full: 'You have ten passkeys already; remove one first.',
  known: 'This passkey belongs to an account already.',
} as const

async function add(visit: MemberVisit) {
  const { app, request, response, viewer, actor } = visit
  const refuse = (problem: string) => sendNewPasskey(visit, { name: problem })
  const name = formField(request, 'name').trim()
  if (!Name.safeParse(name).success) return refuse('Enter a name of 1 to 60 characters.')
  const [answer, challenge] = [formField(request, 'passkey'), formField(request, 'challenge')]
  const added = await app.passkeys.readAdded(holderOf(request), { answer, challenge })
  const { secondFactors } = app.records
  if (!added || !(await secondFactors.useChallenge(added.challengeDigest)))
    return refuse('The passkey did not arrive, or too late. Add it again.')
  const { credential } = added
  const outcome = await secondFactors.addPasskey(viewer.memberId, { credential, name, actor })
  if (outcome === 'full' || outcome === 'known') return refuse(PROBLEMS[outcome])
  if (outcome === 'no_second_factor') return response.redirect(303, factorPath(app))
  notifyChange(visit, 'passkey_added')
  return sayDone(visit, factorPath(app), `The passkey ${name} was added.`)
}

async function newPasskeyForm(
  { app, request, viewer }: MemberVisit,
  errors: FieldErrors | undefined,
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

async function sendNewPasskey(visit: MemberVisit, errors?: FieldErrors) {
  const path = factorPath(visit.app)
  sendPage(visit, {
    title: 'Add a passkey',
    section: 'account',
    errors,
    back: { path, text: 'Second factor' },
    lead: 'A security key, or this device with its fingerprint, face or PIN. It counts instead of a code, beside your password.',
    main:
      visit.viewer.secondFactorSince === null
        ? html`<p>
            First <a href="${path}/set-up">set up an authenticator app</a>: it works where passkeys
            do not.
          </p>`
        : await newPasskeyForm(visit, errors),
  })
}

const passkeyView = (
  { app, viewer }: MemberVisit,
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
      <button class="quiet">Rename${hidden(` ${name}`)}</button>
    </form>
    ${buttonForm(viewer, {
      action: `${path}/remove`,
      button: html`Remove${hidden(` ${name}`)}`,
      isInline: true,
    })}
    <p class="muted">
      Added ${formats.time(addedAt)}.
      ${lastUsedAt === null ? 'Never used.' : html`Last used ${formats.time(lastUsedAt)}.`}
    </p>
  </li>`
}

export const passkeysView = (visit: MemberVisit, passkeys: Passkey[]): Html =>
  sectionView('passkeys', 'Passkeys', [
    passkeys.length === 0
      ? html`<p>With a passkey one touch does what a code does.</p>`
      : html`<ul class="passkeys">
          ${passkeys.map((passkey) => passkeyView(visit, passkey))}
        </ul>`,
    linkButton(`${factorPath(visit.app)}/passkeys/new`, 'Add a passkey'),
  ])
