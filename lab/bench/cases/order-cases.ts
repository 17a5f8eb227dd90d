import { exportStatement } from '../../../server/orders/order-export.ts'
import type { OrderFilter } from '../../../server/orders/order-filter.ts'
import { listStatement, newStatement } from '../../../server/orders/order-list.ts'
import { columns, moment, text } from '../../../server/postgres/columns.ts'
import { type Queryable, type Statement, sql } from '../../../server/postgres/database.ts'

type Case = { name: string; statement: Statement }

const day = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const numberText = (value: number) => value.toLocaleString('en')

const KNOWN = columns({
  orderNumber: text('order_number'),
  phone: text('customer_phone'),
  at: moment('clock_timestamp()'),
  snapshot: text('pg_current_snapshot()::text'),
  deepAt: moment('paid_at'),
  deepId: text('id::text'),
})

/** The service's statements for what merchants do with the list. */
export async function findCases(
  db: Queryable,
  { storeId, count }: { storeId: string; count: number },
): Promise<Case[]> {
  const deepPage = Math.floor(count * 0.9)
  const known = await KNOWN.row(
    db,
    sql`
      select ${KNOWN.list}
      from orders where store_id = ${storeId}
      order by paid_at desc, id desc offset ${deepPage} limit 1`,
  )
  if (!known) throw new Error('Too few orders to turn to a deep page')
  const { orderNumber, phone, at, snapshot, deepAt, deepId } = known
  const deep = { at: deepAt, id: deepId }
  const list = (filter: OrderFilter, before?: typeof deep) =>
    listStatement(storeId, { filter, timeZone: 'Europe/Madrid', limit: 25, before })
  const formerly = Math.floor(count * 0.006)
  const old = { from: day(360), to: day(359) }
  return [
    { name: 'First page', statement: list({}) },
    { name: `Page after ${numberText(deepPage)} orders`, statement: list({}, deep) },
    { name: 'Order number', statement: list({ search: orderNumber.toLowerCase() }) },
    { name: 'Beginning of an order number', statement: list({ search: orderNumber.slice(0, 5) }) },
    { name: 'Common name', statement: list({ search: 'ana' }) },
    {
      name: `Common name, page after ${numberText(deepPage)} orders`,
      statement: list({ search: 'ana' }, deep),
    },
    { name: 'Two common names', statement: list({ search: 'ana garcia' }) },
    { name: 'Beginning of many names', statement: list({ search: 'm' }) },
    { name: 'First name and beginning of a surname', statement: list({ search: 'noor rudi' }) },
    { name: 'Rare name', statement: list({ search: 'quillfeather' }) },
    {
      name: `Name of ${numberText(formerly)} orders, all older than half a year`,
      statement: list({ search: 'formerly' }),
    },
    { name: 'Name that nobody has', statement: list({ search: 'nobody' }) },
    { name: 'Phone number', statement: list({ search: phone }) },
    { name: 'Last four digits of a phone number', statement: list({ search: phone.slice(-4) }) },
    { name: 'Last week', statement: list({ from: day(7), to: day(0) }) },
    { name: 'Two days a year ago', statement: list(old) },
    { name: 'Product', statement: list({ product: 'product-5' }) },
    { name: 'Product that was never sold', statement: list({ product: 'product-40' }) },
    { name: 'Product, two days a year ago', statement: list({ product: 'product-5', ...old }) },
    { name: 'Common name, two days a year ago', statement: list({ search: 'ana', ...old }) },
    { name: 'Common name, product', statement: list({ search: 'ana', product: 'product-5' }) },
    {
      name: 'Rare name, product, half a year',
      statement: list({ search: 'quillfeather', product: 'product-5', from: day(180), to: day(0) }),
    },
    {
      name: `Name of ${numberText(formerly)} old orders, product`,
      statement: list({ search: 'formerly', product: 'product-5' }),
    },
    {
      name: `Name of ${numberText(formerly)} old orders, ten months`,
      statement: list({ search: 'formerly', from: day(300), to: day(0) }),
    },
    { name: 'New orders for open pages', statement: newStatement(storeId, [{ at, snapshot }]) },
    {
      name: 'Export: one batch of 500',
      statement: exportStatement(storeId, { filter: {}, timeZone: 'UTC' }, deep),
    },
  ]
}
