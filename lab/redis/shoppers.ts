import { randomBytes } from 'node:crypto'
import type { Sql } from '../../server/testing/sql.ts'
import { exchange } from '../buyer/exchange.ts'
import { openShop } from '../buyer/shop.ts'

/** Two processes of one service. Both have the addresses of the first. */
export type Pair = { ports: [number, number]; sql: Sql }

export type Shopping = {
  purchases: number
  reads: number
  /** What a buyer or a merchant got that is no success. */
  failed: string[]
  /** Answers that the record contradicts. */
  stale: string[]
}

export const PRODUCTS = [{ slug: 'mug', stock: 1_000_000 }]

const JSON_BODY = { 'content-type': 'application/json' }
const CUSTOMER = {
  customer: { name: 'A buyer', phone: '+34 600 123 456' },
  fulfillment: { method: 'DELIVERY', option: 'standard', details: 'Calle Mayor 1' },
}
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

/** One buyer's browser and merchant, whose requests go to both processes in turn. */
function createVisitor({ ports }: Pair, { failed }: Shopping) {
  const host = `localhost:${ports[0]}`
  const address = `10.${[...randomBytes(3)].join('.')}`
  let turn = randomBytes(1).readUInt8() % 2
  return async (
    method: string,
    path: string,
    { body, token, expected = [200] }: { body?: unknown; token?: string; expected?: number[] } = {},
  ) => {
    turn = 1 - turn
    const { status, text } = await exchange({
      port: ports[turn] ?? ports[0],
      method,
      path,
      headers: {
        host,
        'x-forwarded-for': address,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && JSON_BODY),
        ...(body !== undefined && !path.startsWith('/v1/') && { origin: `http://${host}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!expected.includes(status)) failed.push(`${method} ${path.split('/').at(-1)} ${status}`)
    return text
  }
}

const parse = (text: string): Record<string, string> => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * Compares each answer with the record: it says what the record said before the request, or what it
 * says after the answer.
 */
function createReader({ sql }: Pair, { shopping, id }: { shopping: Shopping; id: string }) {
  const record = async () => {
    const rows = 'select state from checkout_sessions where id = $1'
    const [session] = await sql.rows<{ state: string }>(rows, [id])
    return session?.state === 'paying' ? 'open' : session?.state
  }
  return async (name: string, read: () => Promise<string>) => {
    const before = await record()
    const { status } = parse(await read())
    const after = await record()
    shopping.reads += 1
    if (status !== before && status !== after)
      shopping.stale.push(`${name} says ${status}, the record ${before} and ${after}`)
    return status
  }
}

/** Creates, reads, listens, pays and reads again: in a store of its own, because a key has a limit. */
async function buy(pair: Pair, shopping: Shopping) {
  const shop = await openShop(pair.ports[0], { name: 'A shop', products: PRODUCTS })
  const visit = createVisitor(pair, shopping)
  const created = await visit('POST', '/v1/checkout/sessions', {
    body: { items: [{ product: 'mug' }] },
    token: shop.secretKey,
    expected: [201],
  })
  const { url } = parse(created)
  if (url === undefined) return
  const page = new URL(url).pathname
  const id = page.split('/').at(-1) ?? ''
  const { token = '' } = parse(await visit('POST', `${page}/token`, { body: {} }))
  const read = createReader(pair, { shopping, id })
  const readAsMerchant = () =>
    read('the merchant’s read', () =>
      visit('GET', `/v1/checkout/sessions/${id}`, { token: shop.secretKey }),
    )
  const readAsBuyer = () => read('the view', () => visit('GET', `${page}/view`, { token }))
  const stream = visit('GET', `${page}/events`, { token })
  await Promise.all([readAsMerchant(), readAsBuyer()])
  const { paymentMethod } = parse(
    await visit('POST', '/payment-frame/test-payment-methods', { body: CARD }),
  )
  const payment = { body: { ...CUSTOMER, paymentMethod }, token, expected: [200, 202] }
  await visit('POST', `${page}/pay`, payment)
  // Each process has to know it now.
  await Promise.all([readAsMerchant(), readAsMerchant(), readAsBuyer(), readAsBuyer()])
  if (!(await stream).includes('"status":"complete"')) shopping.failed.push('stream without an end')
  await Promise.all([readAsMerchant(), readAsMerchant()])
  shopping.purchases += 1
}

/** So many buyers shop until they are told to stop. */
export function beginShopping(pair: Pair, buyers: number) {
  const shopping: Shopping = { purchases: 0, reads: 0, failed: [], stale: [] }
  let isOver = false
  const all = Array.from({ length: buyers }, async () => {
    while (!isOver) await buy(pair, shopping)
  })
  return {
    shopping,
    async end() {
      isOver = true
      await Promise.all(all)
    },
  }
}
