import { createSession, getSession } from '../generated/hey-api/merchant/index.js'
import { createBuyerToken, paySession } from '../generated/hey-api/page/index.js'
import { createTestPaymentMethod } from '../generated/hey-api/test/index.js'
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

const shop = { baseUrl: BASE_URL, headers: WITH_KEY }

const created = await createSession({ ...shop, body: SALE })
const path = { id: idIn(insist(created.data, created.error).url) }

const page = { baseUrl: CHECKOUT_URL, path }
const token = await createBuyerToken({ ...page, headers: FROM_PAGE })
const card = await createTestPaymentMethod({ baseUrl: FRAME_URL, body: CARD })
const paid = await paySession({
  ...page,
  headers: { ...FROM_PAGE, Authorization: `Bearer ${insist(token.data, token.error).token}` },
  body: { ...BUYER, paymentMethod: insist(card.data, card.error).paymentMethod },
})
insist(paid.data, paid.error)

const read = await getSession({ ...shop, path, query: { wait: 25 } })
const session = insist(read.data, read.error)
if (session.status === 'complete') tell(session.order.orderNumber)
