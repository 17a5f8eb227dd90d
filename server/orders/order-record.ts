import type { ValuesOf } from '../postgres/columns.ts'
import type { ORDER_COLUMNS } from '../postgres/orders/order-columns.ts'

/** All that is known of an order. Readers pick what they need of it. */
export type OrderRecord = ValuesOf<typeof ORDER_COLUMNS>

export type OrderDispute = OrderRecord['disputes'][number]
export type OrderMail = OrderRecord['mails'][number]
export type OrderChange = OrderRecord['changes'][number]
