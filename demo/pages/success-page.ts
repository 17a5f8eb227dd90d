import type { CheckoutApi, Note, Order, Product } from '../checkout-api.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { formatMoney } from '../money.ts'
import { toProblem } from '../problems.ts'
import { layout } from './layout.ts'
import type { Visit } from './layout.ts'
import { messagePage } from './message-page.ts'

/**
 * A buyer may come back a moment before their payment is done. One request waits for that instead
 * of many.
 */
const WAIT_SECONDS = 2

type Props = { api: CheckoutApi; id: string; checkoutUrl: string }

const WHY = html` <p class="fine">
  Anyone can type this address. So our server asks the checkout, with a key that only we have,
  whether it was paid.
</p>`

const paidAtFormat = new Intl.DateTimeFormat('en-IE', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Anybody can open this page and claim to have paid. The session says whether it is true. */
export async function successPage(
  visit: Visit,
  props: Props,
): Promise<{ status: number; page: Html }> {
  const session = await findSession(props)
  if (!session) {
    const text = 'We found no payment under this address.'
    return { status: 404, page: messagePage(visit, { title: 'No such payment', text, more: WHY }) }
  }
  if ('code' in session) return { status: session.status, page: unknownPage(visit) }
  if (session.status === 'expired') {
    const text = 'This payment link has expired before it was paid. You were not charged.'
    return { status: 200, page: messagePage(visit, { title: 'Not paid', text, more: WHY }) }
  }
  if (!session.order) return { status: 200, page: notPaidYetPage(visit, props) }
  const { order, metadata: note } = session
  return {
    status: 200,
    page: receipt(visit, { order, note, product: await findProduct(props, note) }),
  }
}

const checkAgain = ({ path }: Visit) => html`<a class="secondary" href="${path}">Check again</a>`

const notPaidYetPage = (visit: Visit, { checkoutUrl, id }: Props) =>
  messagePage(visit, {
    title: 'Not paid yet',
    text: 'We have not received this payment.',
    more: html` <p class="buttons">
        <a class="primary" href="${checkoutUrl}/${encodeURIComponent(id)}">Go to the payment</a>
        ${checkAgain(visit)}
      </p>
      ${WHY}`,
  })

/** The buyer may have paid, so the page must not say that they have not. */
const unknownPage = (visit: Visit) =>
  messagePage(visit, {
    title: 'We do not know yet',
    text: 'Our checkout does not answer, so we cannot see whether this was paid. Do not pay again; look here in a moment.',
    more: html`<p class="buttons">${checkAgain(visit)}</p>`,
  })

async function findSession({ api, id }: Props) {
  if (id === '') return undefined
  const session = await api.getSession(id, { wait: WAIT_SECONDS }).catch(toProblem)
  return 'code' in session && session.code === 'session_not_found' ? undefined : session
}

/** The receipt shows the product's name and picture, but can do without them. */
async function findProduct({ api }: Props, note: Note | undefined) {
  if (!note) return undefined
  const product = await api.getProduct(note.product).catch(toProblem)
  return 'code' in product ? undefined : product
}

type Receipt = { order: Order; note: Note | undefined; product: Product | undefined }

function receipt(visit: Visit, { order, note, product }: Receipt) {
  const money = (amount: number) => formatMoney(amount, product?.currency ?? 'EUR')
  const { amountTotal, customer, fulfillment, orderNumber, paidAt, quantity } = order
  const name = product?.name ?? note?.product ?? 'item'
  const variant = [note?.size, note?.color].filter(Boolean).join(', ')
  return layout(visit, {
    title: `Order ${orderNumber}`,
    main: html` <section class="receipt">
      <div>
        <p class="overline">Payment received</p>
        <h1>Thank you, ${customer.name}</h1>
        <p>Order <strong class="order-number">${orderNumber}</strong> is ours to pack now.</p>
        <dl>
          <div>
            <dt>${quantity} × ${name}${variant && html` <span class="muted">${variant}</span>`}</dt>
            <dd>${money(amountTotal - fulfillment.fee)}</dd>
          </div>
          <div>
            <dt>Delivery <span class="muted">${fulfillment.details}</span></dt>
            <dd>${money(fulfillment.fee)}</dd>
          </div>
          <div class="total">
            <dt>Total</dt>
            <dd>${money(amountTotal)}</dd>
          </div>
          <div>
            <dt>Paid</dt>
            <dd><time datetime="${paidAt}">${paidAtFormat.format(new Date(paidAt))} UTC</time></dd>
          </div>
        </dl>
        ${WHY}
        <p><a class="link" href="/">Back to the shop</a></p>
      </div>
      ${product?.imageUrl && html`<img src="${product.imageUrl}" alt="" width="400" height="500" />`}
    </section>`,
  })
}
