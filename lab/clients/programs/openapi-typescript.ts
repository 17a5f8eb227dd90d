import createClient from 'openapi-fetch'
import type { paths as Merchant } from '../generated/openapi-typescript/merchant.js'
import type { paths as Page } from '../generated/openapi-typescript/page.js'
import type { paths as Test } from '../generated/openapi-typescript/test.js'
import {
  BASE_URL,
  BUYER,
  CARD,
  CHECKOUT_URL,
  FRAME_URL,
  FROM_PAGE,
  SALE,
  WITH_KEY,
  idIn,
  insist,
  tell,
} from './purchase.js'

const merchant = createClient<Merchant>({ baseUrl: BASE_URL, headers: WITH_KEY })
const page = createClient<Page>({ baseUrl: CHECKOUT_URL, headers: FROM_PAGE })
const frame = createClient<Test>({ baseUrl: FRAME_URL })

const created = await merchant.POST('/v1/checkout/sessions', { body: SALE })
const path = { id: idIn(insist(created.data, created.error).url) }

const token = await page.POST('/{id}/token', { params: { path } })
const card = await frame.POST('/test-payment-methods', { body: CARD })
const paid = await page.POST('/{id}/pay', {
  params: { path },
  headers: { Authorization: `Bearer ${insist(token.data, token.error).token}` },
  body: { ...BUYER, paymentMethod: insist(card.data, card.error).paymentMethod },
})
insist(paid.data, paid.error)

const read = await merchant.GET('/v1/checkout/sessions/{id}', {
  params: { path, query: { wait: 25 } },
})
const session = insist(read.data, read.error)
if (session.status === 'complete') tell(session.order.orderNumber)
