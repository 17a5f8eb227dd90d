import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { answerTo } from '../../widget/session/work-answer.ts'
import { CARDS } from '../../server/testing/builders.ts'
import { exchange, headerOf } from '../buyer/exchange.ts'
import { type Send, buy, readAnswer, requestOf, whereLost } from '../buyer/purchase.ts'
import type { Step } from '../buyer/steps.ts'
import type { Attack, Course, Target } from './attack.ts'

type Try = {
  address: string
  product: string
  quantity: number
  card: string
  /** Whether it does the work that it is asked for. */
  isPatient?: boolean
}

/** The most work that a taker does for a try: four times a buyer's. */
const MOST_BITS = 19

/** Opens a session with the store's public key, as any page can, and pays it. */
async function tryToPay(
  { port, shop }: Target,
  { address, product, quantity, card, isPatient = false }: Try,
  { count }: Course,
) {
  const ask = async (step: Step, headers: Record<string, string> = {}) => {
    const answer = await exchange(requestOf(step, { port, address, headers }))
    count(answer.status)
    return answer
  }
  const send: Send = async (step) => {
    const answer = await ask(step)
    const work = headerOf(answer, 'work-challenge') ?? ''
    const does = isPatient && step.name === 'pay' && Number.parseInt(work, 10) <= MOST_BITS
    return readAnswer(
      step,
      does ? await ask(step, { 'work-answer': await answerTo(work) }) : answer,
    )
  }
  await buy(send, shop.publicKey, { item: { product, quantity }, card }).catch(whereLost)
}

/** Three sessions that want every unit together, opened again and again and never paid. */
const taking = (name: string, addressOf: () => string): Attack => ({
  name,
  buyers: { product: 'scarce', kind: 'secret' },
  async run(target, course) {
    await Promise.all(
      [100, 100, 50].map(async (quantity) => {
        while (!course.isOver()) {
          const address = addressOf()
          await tryToPay(
            target,
            { address, product: 'scarce', quantity, card: CARDS.challenge },
            course,
          )
          await Promise.race([wait(200), course.over])
        }
      }),
    )
  },
})

const TESTERS = 100

/** One in so many does the work. */
const PATIENT_EACH = 20

/** How long a card tester waits between two cards. */
const PAUSE_MS = 4_000

/** Attacks on what others want to buy. */
export const TAKERS: Attack[] = [
  taking('stock, one address', () => '192.0.2.200'),
  taking('stock, one IPv6 /48', () => `2001:db8:7:${randomInt(65_536).toString(16)}::1`),
  {
    name: 'cards, 100 addresses',
    buyers: { product: 'mug', kind: 'secret' },
    async run(target, course) {
      await Promise.all(
        Array.from({ length: TESTERS }, async (_, index) => {
          await Promise.race([wait(randomInt(PAUSE_MS)), course.over])
          while (!course.isOver()) {
            const card = index % 2 === 0 ? CARDS.declined : CARDS.insufficientFunds
            const isPatient = index % PATIENT_EACH === 0
            const address = `192.0.2.${100 + index}`
            await tryToPay(
              target,
              { address, product: 'mug', quantity: 1, card, isPatient },
              course,
            )
            await Promise.race([wait(PAUSE_MS), course.over])
          }
        }),
      )
    },
  },
]
