import * as z from 'zod'
import { WRONG_TOKENS } from '../../auth/platform-token.ts'
import { takingProvider } from '../../checkout/checkout-deps.ts'
import type { SetUp } from '../../checkout/ports/platform-records.ts'
import { createStore } from '../../checkout/stores/create-store.ts'
import { EmailAddress } from '../../contract/fields.ts'
import { STANDARD_DELIVERY } from '../../contract/platform/platform.ts'
import { html } from '../../web/html.ts'
import {
  type FieldErrors,
  fits,
  formField,
  formFields,
  inputField,
  parseFields,
  selectField,
} from '../frame/forms.ts'
import { CURRENCY_OPTIONS, line, nameAndCurrency } from '../frame/fields/name-and-currency.ts'
import type { StoreAppContext, Visit } from '../frame/store-app-context.ts'
import { type VisitorPages, sayDone } from '../frame/visits.ts'
import { TIME_ZONE_FIELD, addressOf, newSession, replaceSession } from './member-session.ts'
import { emailField, newPasswordField, readNewPassword, sendVisitorPage } from './visitor.page.ts'

const USUAL_CURRENCY = 'EUR'

const NewStoreForm = z.object({
  ...nameAndCurrency(USUAL_CURRENCY),
  email: line('Enter an email address such as ana@loom.example.', fits(EmailAddress)),
})

export const newStorePages: VisitorPages = {
  '/new': {
    get: async (visit) => sendForm(visit, await visit.app.newStores.getSetUp()),
    post: create,
  },
}

async function create(visit: Visit) {
  const { app, request } = visit
  const setUp = await app.newStores.getSetUp()
  const proof = app.newStores.recognize(formField(request, 'code').trim())
  if (proof === undefined) return refuse(visit, setUp)
  if (proof === 'code' && setUp.hasLiveStore) return sendForm(visit, setUp, { code: CODE_IS_USED })
  const { value, errors } = parseFields(NewStoreForm, formFields(request))
  if (errors) return sendForm(visit, setUp, errors)
  const { email, ...chosen } = value
  const password = await readNewPassword(visit, email)
  if (password.errors) return sendForm(visit, setUp, password.errors)
  const { passwordHash } = password
  const created = await createStore(app.newStores.storeCreation, toStore(chosen), {
    owner: { email, passwordHash },
    actor: { name: email, address: addressOf(request) },
    mustBeFirst: proof === 'code',
  })
  if (created === 'email_taken') return sendForm(visit, setUp, { email: EMAIL_IS_TAKEN })
  if (created === 'is_not_first')
    return sendForm(visit, await app.newStores.getSetUp(), { code: CODE_IS_USED })
  await signIn(visit, email)
  return sayDone(visit, app.storePath, `${chosen.name} is created, and you are signed in.`)
}

const CODE_IS_USED =
  'The code has created the first store already. If that was you a moment ago, sign in.'
const EMAIL_IS_TAKEN =
  'An account has this address already, and belongs to one store. If you have created the store a moment ago, sign in.'

/** As the platform API creates it. */
const toStore = (chosen: { name: string; currency: string }) => ({
  ...chosen,
  plan: 'pro' as const,
  deliveryOptions: [STANDARD_DELIVERY],
  allowedOrigins: [],
  test: false,
})

async function signIn(visit: Visit, email: string) {
  const { accounts } = visit.app.records
  const { token, session } = newSession(visit.request)
  const member = await accounts.findMember(email)
  if (member) await accounts.openSession(member, session)
  await replaceSession(visit, { token, email })
}

async function refuse(visit: Visit, setUp: SetUp) {
  const { app, request, response } = visit
  const limit = await app.callers.take(request.ip, WRONG_TOKENS)
  app.events.refused({
    action: 'platform.refused',
    client: app.callers.keyOf(request.ip),
    account: null,
  })
  if (limit?.allowed === false) {
    response.status(429).set('Retry-After', String(limit.retryAfterSeconds))
    return sendForm(visit, setUp, { code: 'Too many tries for now. Wait a minute and try again.' })
  }
  return sendForm(visit, setUp, {
    code: setUp.hasLiveStore
      ? 'This is not the platform token.'
      : 'This is neither the code nor the platform token.',
  })
}

type CodeInput = { code: string; error: string | undefined }

/** `code`: as it was typed. A token is a secret that goes on, so the page does not repeat it. */
const codeField = ({ hasLiveStore }: SetUp, { code, error }: CodeInput) =>
  inputField({
    name: 'code',
    value: code,
    error,
    ...(hasLiveStore
      ? { label: 'Platform token', hint: 'Whoever runs this service has it.' }
      : {
          label: 'One-time code',
          hint: html`The service wrote it into its log when it started: look for
            <code>store.awaited</code>. The platform token works, too.`,
        }),
    attributes: html`autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr" required
    maxlength="1024"`,
  })

const moneyText = ({ checkout }: StoreAppContext) =>
  takingProvider(checkout, { isTest: false }).name === 'test'
    ? 'No real money moves: this service takes test cards only.'
    : 'It takes real money as soon as it says who sells.'

function sendForm(visit: Visit, setUp: SetUp, errors?: FieldErrors) {
  const { app, request } = visit
  const typed = { fields: formFields(request), ...(errors && { errors }) }
  const code = formField(request, 'code').trim()
  const isCode = app.newStores.recognize(code) === 'code'
  sendVisitorPage(visit, {
    title: setUp.hasLiveStore ? 'Create a store' : 'Create the first store',
    lead: `You become its owner, and are signed in at once. ${moneyText(app)}`,
    errors,
    main: html`<form method="post" action="${app.storePath}/new">
        ${TIME_ZONE_FIELD}
        ${codeField(setUp, { code: isCode ? code : '', error: errors?.['code'] })}
        ${inputField({
          typed,
          name: 'name',
          label: 'Name of the store',
          hint: 'Buyers see it when they pay.',
          attributes: html`autocomplete="organization" maxlength="120" dir="auto" required`,
        })}
        ${selectField({
          typed: { ...typed, fields: { currency: USUAL_CURRENCY, ...typed.fields } },
          name: 'currency',
          label: 'Currency',
          hint: 'It can be changed until the first order.',
          options: CURRENCY_OPTIONS,
        })}
        ${emailField({
          value: typed.fields['email'] ?? '',
          hint: 'You sign in with it.',
          error: errors?.['email'],
        })}
        ${newPasswordField(errors)}
        <button class="button">Create the store</button>
      </form>
      ${
        setUp.isInUse
          ? html`<p><a href="${app.storePath}/sign-in">Sign in to a store that exists</a></p>`
          : undefined
      }`,
  })
}
