import { createApiKey } from '../../server/auth/api-keys.ts'
import { createSecretToken } from '../../server/auth/secret-tokens.ts'
import { ids } from '../../server/auth/random.ts'
import { CARDS } from '../../server/testing/builders.ts'
import type { Random } from '../model/seeded-random.ts'
import { type RawResponse, exchange, headerOf } from '../buyer/exchange.ts'
import { PLATFORM_TOKEN } from '../servers/settings.ts'
import {
  type Send,
  fillIn,
  openSession,
  readAnswer,
  requestOf,
  whereLost,
} from '../buyer/purchase.ts'
import { MUGS, askPlatform, openShop } from '../buyer/shop.ts'

/** How many of each kind are remembered. */
const REMEMBERED = 60

/** Requests also expire and pay sessions. */
const REFILLED_EVERY = 20

const CARD_NUMBERS = [CARDS.succeeds, CARDS.succeeds, CARDS.declined, CARDS.challenge]

/** Requests change stores, so there are new ones after this many. */
const RENEWED_EVERY = 400

const PRODUCTS = [MUGS, { slug: 'bowl', stock: 3 }]

type Page = { session: string; token: string }

export type FuzzedStores = Awaited<ReturnType<typeof openFuzzedStores>>

/** The stores, keys and ids that requests are about. */
export async function openFuzzedStores(port: number) {
  const open = (name: string, plan = 'pro') => openShop(port, { name, plan, products: PRODUCTS })
  const steady = await open('Steady store')
  const free = await open('Free store', 'free')
  let worn = await open('Worn store')
  const gone = await open('Store with another key')
  await askPlatform(port, { method: 'POST', path: `/stores/${gone.id}/keys/secret/regenerate` })

  const sessions: string[] = []
  const orders: string[] = []
  const pages: Page[] = []
  const cards: string[] = []
  const remember = <Item>(list: Item[], item: Item) => {
    list.push(item)
    if (list.length > REMEMBERED) list.shift()
  }
  const oneOf = (list: string[], random: Random) =>
    list.length > 0 ? random.pick(list) : 'nothing-yet'

  const known: Record<string, (random: Random) => unknown> = {
    product: (random) => random.pick(['mug', 'mug', 'bowl']),
    quantity: (random) => 1 + random.below(3),
    option: () => 'standard',
    plan: (random) => random.pick(['basic', 'pro', 'pro', 'free']),
    currency: (random) => random.pick(['EUR', 'JPY', 'KWD']),
    successUrl: () => 'https://shop.example/done?a=1#b',
    sessionId: (random) => oneOf(sessions, random),
    session: (random) => oneOf(sessions, random),
    paymentMethod: (random) => oneOf(cards, random),
    expMonth: (random) => 1 + random.below(12),
    expYear: () => 2040,
    cvc: () => '123',
    allowedOrigins: (random) => random.pick([[], ['https://shop.example']]),
    metadata: (random) => ({ cart: random.below(1000), 'a b': [null, { c: 'metadata' }] }),
  }

  let refills = 0

  /** A session that can be paid, a page of it, and a card. */
  async function refill() {
    const send: Send = async (step) => {
      const answer = await exchange(requestOf(step, { port }))
      learn(step.name === 'token' ? 'createBuyerToken' : step.name, answer, step.url)
      return readAnswer(step, answer)
    }
    const card = CARD_NUMBERS[refills++ % CARD_NUMBERS.length]
    await openSession(send, steady.secretKey)
      .then(({ page }) => fillIn(send, page, { ...(card && { card }) }))
      .catch(whereLost)
  }

  /** Keeps ids and keys of an answer for later requests. */
  function learn(operation: string, answer: RawResponse, path: string) {
    if (answer.status !== 200 && answer.status !== 201) return
    const body = answer.text.startsWith('{')
      ? (JSON.parse(answer.text) as Record<string, unknown>)
      : {}
    const session = headerOf(answer, 'location')?.split('/').at(-1)
    if (session?.startsWith('cs_')) remember(sessions, session)
    const { token, paymentMethod } = body
    const orderNumber = /"orderNumber":"([^"]+)"/.exec(answer.text)?.[1]
    if (orderNumber !== undefined) remember(orders, orderNumber)
    if (operation === 'createBuyerToken' && typeof token === 'string')
      remember(pages, { token, session: path.split('/').at(-2) ?? '' })
    if (typeof paymentMethod === 'string') remember(cards, paymentMethod)
  }
  await refill()

  return {
    port,
    steady,
    learn,
    knownValue: (name: string, random: Random) => known[name]?.(random),
    /** A path's parameter; a page comes with its token. */
    parameterOf(name: string, random: Random): { value: string; page?: Page } {
      switch (name) {
        case 'id': {
          if (pages.length > 0 && random.chance(0.7)) {
            const page = random.pick(pages.slice(-10))
            return { value: page.session, page }
          }
          return { value: random.chance(0.7) ? oneOf(sessions, random) : ids.session(ids.store()) }
        }
        case 'storeId':
          return { value: random.chance(0.85) ? worn.id : random.pick([free.id, ids.store()]) }
        case 'orderNumber':
          return { value: random.chance(0.85) ? oneOf(orders, random) : ids.orderNumber() }
        case 'slug':
          return { value: random.pick(['mug', 'bowl', 'vase']) }
        case 'kind':
          return { value: random.pick(['public', 'secret']) }
        default:
          return { value: 'something' }
      }
    },
    /** A key of each kind, real or not. */
    credential(kind: string, random: Random): string | undefined {
      switch (kind) {
        case 'secretKey':
          return random.pick([steady, steady, steady, worn]).secretKey
        case 'publicKey':
          return random.pick([steady, steady, steady, worn]).publicKey
        case 'platformToken':
          return PLATFORM_TOKEN
        case 'buyerToken':
          return pages.length > 0 ? random.pick(pages).token : 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'
        case 'other':
          return random.pick([
            free.secretKey,
            gone.secretKey,
            createApiKey('secret'),
            createApiKey('public'),
            createSecretToken(),
            `${steady.secretKey}x`,
            steady.secretKey.toUpperCase(),
            'eyJhbGciOiJub25lIn0.eyJzdWIiOiJjc18xIn0.',
            'x'.repeat(4000),
            '',
          ])
        default:
          return undefined
      }
    },
    /** Must be called before each request. */
    async keepFresh(index: number) {
      if (index % REFILLED_EVERY === 0) await refill()
      if (index % RENEWED_EVERY === RENEWED_EVERY - 1) worn = await open('Worn store')
    },
  }
}
