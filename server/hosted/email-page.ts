import { html } from 'lit/html.js'
import type { CheckoutSession } from '../checkout/sessions/session.ts'
import { EmailAddress } from '../contract/fields.ts'
import { fieldView } from '../../widget/views/field-view.ts'
import type { Exchange } from '../web/requests/before-express.ts'
import { receiptPage } from '../web/drafts.ts'
import { routes } from '../web/routes.ts'
import { type HostedContext, findView } from './hosted-page-routes.ts'
import type { Setting } from './hosted-page.ts'
import { answerPage, answering, readForm } from './page-answers.ts'
import { commonOf } from './page-beginnings.ts'
import { plainPage } from './plain-pages.ts'
import { sentText } from './typed-details.ts'

/** Where the browser that paid corrects the address to which the confirmation goes. */
export function emailPageRoutes(context: HostedContext) {
  const handlers = answering<{ id: string }>((exchange, { params }) =>
    answer(context, exchange, params.id),
  )
  return routes({ '/:id/email': { get: handlers, post: handlers } })
}

/** Without the receipt's key there is only the session's page. */
const answer = (context: HostedContext, exchange: Exchange, id: string) =>
  answerPage(context, exchange, async (settingOf) => {
    const see = receiptPage(exchange.query, `${context.urls.checkoutUrl}/${id}`)
    const found = await findView(context, exchange, { id, settingOf })
    const confirmation = found?.view.confirmation
    if (!found || !confirmation?.correctUrl) return { see }
    const { session, setting } = found
    if (exchange.request.method !== 'POST')
      return { status: 200, page: renderEmailPage(setting, session, confirmation) }
    const email = sentText(await readForm(exchange), 'email')
    if (!EmailAddress.safeParse(email).success)
      return { status: 422, page: renderEmailPage(setting, session, { email, isWrong: true }) }
    await context.checkout.db.correctEmail(id, email)
    return { see }
  })

/** `isWrong`: the email that was sent is no address. */
type EmailEntry = { email?: string | undefined; isWrong?: boolean }

function renderEmailPage(setting: Setting, owner: CheckoutSession, entry: EmailEntry) {
  const { email = '', isWrong = false } = entry
  const { ui, texts } = commonOf(setting.assets, setting.language)
  const title = ui.t('complete.email.correct')
  const control = html`<input
    id="email"
    name="email"
    part="input"
    type="email"
    autocomplete="email"
    maxlength="254"
    required
    aria-describedby="email-error"
    value=${email}
  />`
  const view = html`<form class="result" method="post" novalidate>
    <h1>${title}</h1>
    ${fieldView({ name: 'email', label: ui.t('contact.email'), control })}
    <p class="actions"><button class="primary">${texts.email}</button></p>
  </form>`
  const problems = isWrong
    ? [{ field: 'email' as const, message: ui.t('contact.email.wrong') }]
    : []
  return plainPage(setting, { title, view, owner, isWrong, problems })
}
