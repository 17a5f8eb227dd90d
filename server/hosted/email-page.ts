import { html, nothing } from 'lit/html.js'
import { receiptDigest } from '../auth/receipt-keys.ts'
import { mayCorrect, mayReadReceipt } from '../checkout/receipt.ts'
import type { CheckoutSession } from '../checkout/session.ts'
import { PayRequest } from '../contract/buyer.ts'
import { fieldView } from '../../widget/views/field-view.ts'
import type { Exchange } from '../web/before-express.ts'
import { receiptKeyIn, receiptPage } from '../web/drafts.ts'
import { routes } from '../web/routes.ts'
import type { Setting } from './hosted-page.ts'
import { type PageAnswerContext, answerPage, answering, readForm } from './page-answers.ts'
import { commonOf } from './page-beginnings.ts'
import { plainPage } from './plain-pages.ts'
import { type ShownContext, findShown } from './shown-session.ts'
import { sentText } from './typed-details.ts'

type EmailContext = PageAnswerContext & ShownContext

/** Where the browser that paid corrects the address to which the confirmation goes. */
export const emailPageRoutes = (context: EmailContext) =>
  routes({
    '/:id/email': {
      get: answering((exchange, { params }) => answer(context, exchange, params)),
      post: answering((exchange, { params }) =>
        answer(context, exchange, { ...params, isSent: true }),
      ),
    },
  })

/** Without the receipt's key there is only the session's page. */
const answer = (
  context: EmailContext,
  exchange: Exchange,
  { id, isSent = false }: { id: string; isSent?: boolean },
) =>
  answerPage(context, exchange, async (settingOf) => {
    const see = receiptPage(exchange.query, `${context.urls.checkoutUrl}/${id}`)
    const session = await findCorrectable(context, exchange, id)
    if (!session) return { see }
    const setting = settingOf(session)
    if (!isSent) return { status: 200, page: renderEmailPage(setting, session), session }
    const email = sentText(await readForm(exchange), 'email')
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
function renderEmailPage(setting: Setting, owner: CheckoutSession, wrong?: string) {
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
    value=${wrong ?? nothing}
  />`
  const view = html`<form class="result" method="post" novalidate>
    <h1>${title}</h1>
    ${fieldView({ name: 'email', label: ui.t('contact.email'), control })}
    <p class="actions"><button class="primary">${texts.email}</button></p>
  </form>`
  const problems =
    wrong === undefined ? [] : [{ field: 'email' as const, message: ui.t('contact.email.wrong') }]
  return plainPage(setting, { title, view, owner, isWrong: wrong !== undefined, problems })
}
