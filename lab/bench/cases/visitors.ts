import { type Visit, visitAll } from '../client.ts'
import type { Side } from '../side.ts'
import {
  type Payable,
  create,
  flow,
  page,
  pay,
  preparePayable,
  productOf,
  read,
} from '../visits.ts'

/** The subjects on the command line. */
export const SUBJECTS = ['create', 'read', 'page', 'pay', 'hot', 'flow'] as const
export type Subject = (typeof SUBJECTS)[number]

export type Case = {
  subject: Subject
  name: string
  /** How many visitors there are at once, for each measurement. */
  atOnce: number[]
  /**
   * Prepares what the visits of one shot need; returns the function that gives each visit. @param
   * most how many visits there must be at least, when each uses up what was prepared
   */
  prepare: (side: Side, { most }: { most: number }) => Promise<() => Visit | undefined>
}

const USUAL = [1, 16, 64]
const HOT = [64]

/** Sessions that visitors read again and again. */
const SESSIONS = 64

/** Calls `make` with the next number. */
const counted = <Result>(make: (index: number) => Result) => {
  let index = 0
  return () => make(index++)
}

const inTurn = <Item>(items: Item[], make: (item: Item) => Visit) => {
  let index = 0
  return () => {
    const item = items[index++ % items.length]
    return item === undefined ? undefined : make(item)
  }
}

/** So many sessions that are ready to be paid, of one variant or of all. */
async function makePayable(
  side: Side,
  { count, isHot }: { count: number; isHot: boolean },
): Promise<Payable[]> {
  const payable: Payable[] = []
  await visitAll(
    side.port,
    Array.from({ length: count }, (_, index) =>
      preparePayable(side, productOf(isHot ? 0 : index), (ready) => payable.push(ready)),
    ),
  )
  return payable
}

const payOf = (side: Side) => (payable: Payable) =>
  pay(side, payable, () => {
    side.paid += 1
  })

const paying =
  (isHot: boolean): Case['prepare'] =>
  async (side, { most }) => {
    const payable = await makePayable(side, { count: most, isHot })
    const visitOf = payOf(side)
    return () => {
      const next = payable.pop()
      return next && visitOf(next)
    }
  }

const makeSessions = (side: Side) => makePayable(side, { count: SESSIONS, isHot: false })

export const CASES: Case[] = [
  {
    subject: 'create',
    name: 'create',
    atOnce: USUAL,
    prepare: (side) => Promise.resolve(counted((index) => create(side, productOf(index)))),
  },
  {
    subject: 'read',
    name: 'read, open',
    atOnce: USUAL,
    prepare: async (side) => inTurn(await makeSessions(side), ({ id }) => read(side, id, 'open')),
  },
  {
    subject: 'read',
    name: 'read, final',
    atOnce: USUAL,
    async prepare(side) {
      const sessions = await makeSessions(side)
      await visitAll(side.port, sessions.map(payOf(side)))
      return inTurn(sessions, ({ id }) => read(side, id, 'complete'))
    },
  },
  {
    subject: 'page',
    name: 'page',
    atOnce: USUAL,
    prepare: async (side) => inTurn(await makeSessions(side), ({ id }) => page(side, id)),
  },
  { subject: 'pay', name: 'pay, spread', atOnce: USUAL, prepare: paying(false) },
  { subject: 'hot', name: 'pay, one variant', atOnce: HOT, prepare: paying(true) },
  {
    subject: 'flow',
    name: 'flow',
    atOnce: USUAL,
    prepare: (side) =>
      Promise.resolve(
        counted((index) =>
          flow(side, productOf(index), () => {
            side.paid += 1
          }),
        ),
      ),
  },
]
