import type { OrderDetails, OrderPageRecords } from '../../store/order-page.ts'
import { type Pool, named, sql } from '../database.ts'
import { ORDER_SUMMARY } from './order-list.ts'

export const openOrderPageRecords = (pool: Pool): OrderPageRecords => ({
  findDetails: (storeId, orderNumber) => pool.row<OrderDetails>(named('find-order-details', sql`
    select ${ORDER_SUMMARY}, o.customer_phone as "customerPhone", o.customer_email as "customerEmail",
      o.fulfillment_details as "deliveryDetails", o.fulfillment_fee as "deliveryFee", s.unit_price as "unitPrice",
      s.image_url as "imageUrl", s.id as "sessionId", s.metadata
    from orders o join checkout_sessions s on s.id = o.session_id
    where o.store_id = ${storeId} and o.order_number = ${orderNumber}`)),
})
