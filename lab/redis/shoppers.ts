import { randomBytes } from 'node:crypto'
import type { Sql } from '../../server/testing/sql.ts'
import { exchange } from '../buyer/exchange.ts'
import {
  type Send,
  fillIn,
  openSession,
  readAnswer,
  requestOf,
  whereLost,
} from '../buyer/purchase.ts'
import { openShop } from '../buyer/shop.ts'
import { STEPS, type Step } from '../buyer/steps.ts'

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

/** One buyer's browser and merchant, whose requests go to both processes in turn. */
function createVisitor({ ports }: Pair) {
  const host = `localhost:${ports[0]}`
  const address = `10.${[...randomBytes(3)].join('.')}`
  let turn = randomBytes(1).readUInt8() % 2
  return (step: Step) => {
    turn = 1 - turn
    return exchange(requestOf(step, { port: ports[turn] ?? ports[0], host, address }))
  }
}

type Reading = { shopping: Shopping; id: string; send: Send }

/**
 * Compares each answer with the record: it says what the record said before the request, or what it
 * says after the answer.
 */
function createReader({ sql }: Pair, { shopping, id, send }: Reading) {
  const record = async () => {
    const rows = 'select state from checkout_sessions where id = $1'
    const [session] = await sql.rows<{ state: string }>(rows, [id])
    return session?.state === 'paying' ? 'open' : session?.state
  }
  return async (step: Step) => {
    const before = await record()
    const { status } = await send<{ status: string }>(step)
    const after = await record()
    shopping.reads += 1
    if (status !== before && status !== after)
      shopping.stale.push(`${step.name} says ${status}, the record ${before} and ${after}`)
  }
}

/** Creates, reads, listens, pays and reads again: in a store of its own, because a key has a limit. */
async function buyOne(pair: Pair, shopping: Shopping) {
  const { secretKey } = await openShop(pair.ports[0], { name: 'A shop' })
  const visit = createVisitor(pair)
  const send: Send = async (step) => readAnswer(step, await visit(step))
  const { page, id } = await openSession(send, secretKey)
  const { token, pay } = await fillIn(send, page)
  const read = createReader(pair, { shopping, id, send })
  const [asMerchant, asBuyer] = [STEPS.read(secretKey, id), STEPS.view(page, token)]
  const stream = visit(STEPS.events(page, token))
  await Promise.all([asMerchant, asBuyer].map(read))
  await pay()
  // Each process has to know it now.
  await Promise.all([asMerchant, asMerchant, asBuyer, asBuyer].map(read))
  if (!(await stream).text.includes('"status":"complete"'))
    shopping.failed.push('stream without an end')
  await Promise.all([asMerchant, asMerchant].map(read))
  shopping.purchases += 1
}

/** So many buyers shop until they are told to stop. */
export function beginShopping(pair: Pair, buyers: number) {
  const shopping: Shopping = { purchases: 0, reads: 0, failed: [], stale: [] }
  let isOver = false
  const all = Array.from({ length: buyers }, async () => {
    while (!isOver)
      await buyOne(pair, shopping).catch((error: unknown) => {
        shopping.failed.push(whereLost(error))
      })
  })
  return {
    shopping,
    async end() {
      isOver = true
      await Promise.all(all)
    },
  }
}
