import { moneyFormat } from '../checkout/money.ts'
import type { Sale, SellingStore } from '../checkout/ports/sale-mails.ts'
import { type Letter, inLine, textOf } from './letter.ts'
import { htmlOf } from './letter-html.ts'
import { ofTestStore } from './owner-letters.ts'

/** `count`: of all orders; `sales` has the first of them. */
type Sales = { store: SellingStore; sales: Sale[]; count: number; baseUrl: string }

const moneyOf = ({ amountTotal, currency }: Sale) => moneyFormat('en', currency)(amountTotal)

/** Such as "Linen shirt · M · Sand · Qty 2". */
const itemOf = ({ productName, size, color, quantity }: Sale) =>
  [productName, size, color, `Qty ${quantity}`].filter(Boolean).join(' · ')

function salesLetter({ store, sales, count, baseUrl }: Sales): Letter {
  const name = inLine(store.name)
  const [sale] = sales
  const isOne = sale !== undefined && count === 1
  const urlOf = ({ orderNumber }: Sale) => `${baseUrl}/store/orders/${orderNumber}`
  return {
    subject: isOne
      ? `Order ${sale.orderNumber} at ${name}: ${moneyOf(sale)}`
      : `${count} orders at ${name}`,
    parts: [
      isOne ? `${name} has a new paid order.` : `${name} has ${count} new paid orders.`,
      {
        amounts: sales.map((each) => ({
          name: `${each.orderNumber}\n${itemOf(each)}`,
          amount: moneyOf(each),
          ...(!isOne && { url: urlOf(each) }),
        })),
      },
      ...(isOne ? [{ label: 'Open the order', url: urlOf(sale) }] : []),
      ...(count > sales.length
        ? [
            {
              text: `And ${count - sales.length} more.`,
              label: 'Open orders',
              url: `${baseUrl}/store/orders?state=to_fulfil`,
            },
          ]
        : []),
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
