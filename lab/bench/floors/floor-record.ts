import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The tables of both floors. */

const SCHEMA = `
  create table variants (
    product text primary key,
    price integer not null,
    stock integer not null);
  create table sessions (
    id text primary key,
    product text not null references variants,
    quantity integer not null,
    amount integer not null,
    state text not null default 'open',
    created_at timestamptz not null default now());
  create table payments (
    id bigint generated always as identity primary key,
    session_id text not null references sessions,
    amount integer not null,
    payment_method text not null,
    created_at timestamptz not null default now());
  create table orders (
    id bigint generated always as identity primary key,
    order_number text not null unique,
    session_id text not null unique references sessions,
    payment_id bigint not null references payments,
    quantity integer not null,
    amount integer not null,
    customer jsonb not null,
    fulfillment jsonb not null,
    paid_at timestamptz not null default now());
  create table api_keys (digest bytea primary key, store text not null)`

const PRICE = 1990
const STOCK = 1_000_000

export type FloorSession = { status: 'open' | 'complete'; order: object | null }

export type CreateBody = { items: [{ product: string; quantity?: number }] }
export type PayBody = { customer: object; fulfillment: object; paymentMethod: string }

export const createId = () => `cs_${randomBytes(24).toString('base64url')}`

/** Creates the tables, with the products for sale. */
export async function openRecord(url: string, products: string[]) {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  await pool.query(SCHEMA)
  await pool.query('insert into variants select unnest($1::text[]), $2, $3', [
    products,
    PRICE,
    STOCK,
  ])
  return pool
}

export const insertSession = (pool: pg.Pool, id: string, { items: [item] }: CreateBody) =>
  pool.query('insert into sessions (id, product, quantity, amount) values ($1, $2, $3, $4)', [
    id,
    item.product,
    item.quantity ?? 1,
    PRICE * (item.quantity ?? 1),
  ])

/** What an unprotected shop would do: it compares nothing, holds no stock and asks no bank. */
export async function payAtOnce(
  pool: pg.Pool,
  id: string,
  { customer, fulfillment, paymentMethod }: PayBody,
): Promise<FloorSession> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const found = await client.query<{ product: string; quantity: number; amount: number }>(
      'select product, quantity, amount from sessions where id = $1',
      [id],
    )
    const [session] = found.rows
    if (!session) throw new Error(`there is no session ${id}`)
    const { product, quantity, amount } = session
    const payment = await client.query<{ id: string }>(
      'insert into payments (session_id, amount, payment_method) values ($1, $2, $3) returning id',
      [id, amount, paymentMethod],
    )
    await client.query('update variants set stock = stock - $2 where product = $1', [
      product,
      quantity,
    ])
    const orderNumber = randomBytes(5).toString('hex').toUpperCase()
    const placed = await client.query<{ paid_at: Date }>(
      `insert into orders (order_number, session_id, payment_id, quantity, amount, customer, fulfillment)
       values ($1, $2, $3, $4, $5, $6, $7) returning paid_at`,
      [orderNumber, id, payment.rows[0]?.id, quantity, amount, customer, fulfillment],
    )
    await client.query(`update sessions set state = 'complete' where id = $1`, [id])
    await client.query('commit')
    const paidAt = placed.rows[0]?.paid_at
    const order = { orderNumber, amountTotal: amount, quantity, customer, fulfillment, paidAt }
    return { status: 'complete', order }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** A page as plain as possible. */
export const renderPage = ({ status }: FloorSession) =>
  `<!doctype html><html lang="en"><title>Checkout</title><h1>Checkout</h1><p>${status}</p>
<form method="post"><input name="name"><input name="phone"><button>Pay</button></form></html>`
