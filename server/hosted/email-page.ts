import { html, nothing } from 'lit/html.js'
import { receiptDigest } from '../auth/receipt-keys.ts'
import { mayCorrect, mayReadReceipt } from '../checkout/receipt.ts'
import type { CheckoutSession } from '../checkout/session.ts'
import { viewStore } from '../checkout/view-checkout.ts'
import { PayRequest } from '../contract/buyer.ts'
import { fieldView } from '../../widget/views/field-view.ts'
import { send } from '../web/answer.ts'
import { type Exchange, exchangeOf, inExpress } from '../web/before-express.ts'
import { compressed } from '../web/compressed.ts'
import { receiptKeyIn, receiptPage } from '../web/drafts.ts'
import { routes } from '../web/routes.ts'
import { fillForm } from './filled-form.ts'
import { type Setting, pageOf } from './hosted-page.ts'
import { type PageAnswerContext, answerPage, readForm } from './page-answers.ts'
import { commonOf } from './page-beginnings.ts'
import { plainBody } from './plain-pages.ts'
import { type ShownContext, findShown } from './shown-session.ts'
import { sentText } from './typed-details.ts'

type EmailContext = PageAnswerContext & ShownContext

/** Where the browser that paid corrects the address to which the confirmation goes. */
export const emailPageRoutes = (context: EmailContext) =>
  routes({
    '/:id/email': {
      get: [compressed, inExpress((exchange, id) => answer(context, exchange, { id }))],
      post: [
        compressed,
        async (request, response) => {
          const exchange = exchangeOf(request, response)
          const email = sentText(await readForm(request, response), 'email')
          send(response, await answer(context, exchange, { id: request.params.id, email }))
        },
      ],
    },
  })

/** `email`: as it was sent. Without the receipt's key there is only the session's page. */
const answer = (
  context: EmailContext,
  exchange: Exchange,
  { id, email }: { id: string; email?: string },
) =>
  answerPage(context, exchange, async (settingOf) => {
    const see = receiptPage(exchange.query, `${context.urls.checkoutUrl}/${id}`)
    const session = await findCorrectable(context, exchange, id)
    if (!session) return { see }
    const setting = settingOf(session)
    if (email === undefined)
      return { status: 200, page: renderEmailPage(setting, session), session }
    if (!PayRequest.shape.customer.shape.email.safeParse(email).data)
      return { status: 422, page: renderEmailPage(setting, session, email), session }
    await context.checkout.db.correctEmail(id, email)
    return { see }
  })

async function findCorrectable(context: EmailContext, exchange: Exchange, id: string) {
  const key = receiptKeyIn(exchange.query)
  const found = key && (await findShown(context, { id, exchange, needsReceipt: true }))
  if (!found || !found.session.order || !found.confirmation) return undefined
  const { session, now, receiptDigest: kept, confirmation } = found
  const reader = { now, receiptDigest: receiptDigest(key), kept }
  return mayReadReceipt(found.session.order, reader) && mayCorrect(confirmation)
    ? session
    : undefined
}

/** `wrong`: what was sent and is no address. */
function renderEmailPage({ assets, language }: Setting, session: CheckoutSession, wrong?: string) {
  const { ui, texts, languages, message: beginning } = commonOf(assets, language)
  const store = viewStore(session)
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
    value=${wrong ?? nothing}
  />`
  const form = html`<form class="result" method="post" novalidate>
    <h1>${title}</h1>
    ${fieldView({ name: 'email', label: ui.t('contact.email'), control })}
    <p class="actions"><button class="primary">${texts.email}</button></p>
  </form>`
  const problems =
    wrong === undefined ? [] : [{ field: 'email' as const, message: ui.t('contact.email.wrong') }]
  return pageOf({
    beginning,
    ui,
    title,
    store,
    branding: session.store.branding,
    body: fillForm(plainBody(ui, form, store), { problems }),
    languages,
  })
}
