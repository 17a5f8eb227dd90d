import type { Sql } from '../../server/testing/sql.ts'

/** What a store has sold and has left at one moment. */
export type Books = {
  /** Units that came in and are not in stock, held or sold. */
  missing: number
  orders: number
  events: number
  captured: number
}

type SaleCounts = Omit<Books, 'missing'> & {
  supplied: number
  stock: number
  held: number
  units: number
}

export async function readBooks({ rows }: Sql, storeId: string): Promise<Books> {
  // Older revisions have an outbox instead of the log of events.
  const [names] = await rows<{ log: string }>(
    `select coalesce(to_regclass('events'), to_regclass('outbox'))::text as log`,
  )
  const [sold] = await rows<SaleCounts>(
    `select
      (select coalesce(sum(supplied), 0)::integer from variants v join products p on p.id = v.product_id
        where p.store_id = $1) as supplied,
      (select coalesce(sum(stock), 0)::integer from variants v join products p on p.id = v.product_id
        where p.store_id = $1) as stock,
      (select coalesce(sum(quantity), 0)::integer from payment_attempts where store_id = $1 and hold_active) as held,
      (select coalesce(sum(quantity), 0)::integer from orders where store_id = $1) as units,
      (select count(*)::integer from orders where store_id = $1) as orders,
      (select count(*)::integer from ${names?.log} m join checkout_sessions s on s.id = m.session_id
        where s.store_id = $1 and m.type = 'checkout.session.completed') as events,
      (select count(*)::integer from payment_attempts where store_id = $1 and state = 'captured') as captured`,
    [storeId],
  )
  if (!sold) throw new Error('PostgreSQL gave no row of sums')
  const { supplied, stock, held, units, orders, events, captured } = sold
  return { missing: supplied - stock - held - units, orders, events, captured }
}

/** What is wrong with the books after so many payments were answered as complete. */
export function findMistakes(before: Books, { books, paid }: { books: Books; paid: number }) {
  const grown = {
    orders: books.orders - before.orders,
    events: books.events - before.events,
    captured: books.captured - before.captured,
  }
  const missing = books.missing - before.missing
  const isSold = Object.values(grown).every((count) => count === paid)
  return [
    ...(missing === 0 ? [] : [`stock and what was sold differ from what came in by ${missing}`]),
    ...(isSold
      ? []
      : [
          `${paid} payments are ${grown.orders} orders, ${grown.events} events of the log and ${grown.captured} captured attempts`,
        ]),
  ]
}
