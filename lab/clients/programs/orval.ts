import { createSession, getSession } from '../generated/orval/merchant.js'
import { createBuyerToken, paySession } from '../generated/orval/page.js'
import { createTestPaymentMethod } from '../generated/orval/test.js'
import { BUYER, CARD, FROM_PAGE, SALE, WITH_KEY, idIn, insist, tell } from './purchase.js'

const created = await createSession(SALE, { headers: WITH_KEY })
const id = idIn(insist(created.status === 201 ? created.data : undefined, created.data).url)

const token = await createBuyerToken(id, undefined, { headers: FROM_PAGE })
const { token: own } = insist(token.status === 200 ? token.data : undefined, token.data)
const card = await createTestPaymentMethod(CARD)
const { paymentMethod } = insist(card.status === 200 ? card.data : undefined, card.data)
const paid = await paySession(
  id,
  { ...BUYER, paymentMethod },
  { headers: { ...FROM_PAGE, Authorization: `Bearer ${own}` } },
)
insist(paid.status === 200 ? paid.data : undefined, paid.data)

const read = await getSession(id, { wait: 25 }, { headers: WITH_KEY })
const session = insist(read.status === 200 ? read.data : undefined, read.data)
if (session.status === 'complete') tell(session.order.orderNumber)
