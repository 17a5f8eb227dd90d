import { moneyFormat } from '../checkout/money.ts'
import type { Sale, SellingStore } from '../checkout/ports/sale-mails.ts'
import { type Letter, inLine, textOf } from './letter.ts'
import { htmlOf } from './letter-html.ts'
import { ofTestStore } from './owner-letters.ts'

type Sales = { store: SellingStore; sales: Sale[]; baseUrl: string }

const moneyOf = ({ amountTotal, currency }: Sale) => moneyFormat('en', currency)(amountTotal)

/** Such as "Linen shirt · M · Sand · Qty 2". */
const itemOf = ({ productName, size, color, quantity }: Sale) =>
  [productName, size, color, `Qty ${quantity}`].filter(Boolean).join(' · ')

function salesLetter({ store, sales, baseUrl }: Sales): Letter {
  const name = inLine(store.name)
  const [sale] = sales
  const isOne = sale !== undefined && sales.length === 1
  const urlOf = ({ orderNumber }: Sale) => `${baseUrl}/store/orders/${orderNumber}`
  return {
    subject: isOne
      ? `Order ${sale.orderNumber} at ${name}: ${moneyOf(sale)}`
      : `${sales.length} orders at ${name}`,
    parts: [
      isOne ? `${name} has a new paid order.` : `${name} has ${sales.length} new paid orders.`,
      {
        amounts: sales.map((each) => ({
          name: `${each.orderNumber}\n${itemOf(each)}`,
          amount: moneyOf(each),
          ...(!isOne && { url: urlOf(each) }),
        })),
      },
      ...(isOne ? [{ label: 'Open the order', url: urlOf(sale) }] : []),
      'In your account you choose whether you get a mail for each order, once a day, or none:',
      { links: [{ name: 'Your account', url: `${baseUrl}/store/account` }] },
    ],
  }
}

/** The mail to a member about orders: in English, like all mails to members. */
export function writeOfSales(about: Sales) {
  const { name: storeName, isTest, ...look } = about.store
  const letter = isTest ? ofTestStore(salesLetter(about)) : salesLetter(about)
  const { subject } = letter
  return { subject, text: textOf(letter), html: htmlOf(letter, { storeName, ...look }) }
}
