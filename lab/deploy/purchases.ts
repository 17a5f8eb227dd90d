import { setTimeout as wait } from 'node:timers/promises'
import { CARDS, aPayRequest } from '../../server/testing/builders.ts'
import { type Ask, read } from './doors.ts'

type Request = Parameters<Ask>[1] & { host: string }
type Shop = { id: string; key: string }

/** Between a buyer's purchases. Without it two buyers keep both processors of a machine busy. */
const PAUSE_MS = 200

/** Buyers who come one after the other, through the proxy, until it is over. */
export function buyAll(ask: Ask, { origins, shop, atOnce }: Buying) {
  const failed: string[] = []
  let bought = 0
  let isOver = false

  async function send<Body>({ host, ...request }: Request) {
    const { status, body } = await read<Body>(ask(host, { method: 'POST', body: {}, ...request }))
    if (status < 200 || status > 299) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }

  async function buy() {
    const { url } = await send<{ url: string }>({
      host: 'api',
      path: '/v1/checkout/sessions',
      headers: { authorization: `Bearer ${shop.key}` },
      body: { items: [{ product: 'mug' }] },
    })
    const { pathname: path } = new URL(url)
    const origin = origins.pay
    await send({ host: 'pay', path, method: 'GET', body: undefined })
    const { token } = await send<{ token: string }>({
      host: 'pay',
      path: `${path}/token`,
      headers: { origin },
    })
    const { paymentMethod } = await send<{ paymentMethod: string }>({
      host: 'cards',
      path: '/payment-frame/test-payment-methods',
      headers: { origin: origins.cards },
      body: { number: CARDS.succeeds, expMonth: 12, expYear: 2040, cvc: '123' },
    })
    await send({
      host: 'pay',
      path: `${path}/pay`,
      headers: { origin, authorization: `Bearer ${token}` },
      body: aPayRequest({ paymentMethod }),
    })
  }

  const buyOn = async () => {
    while (!isOver) {
      await buy().then(
        () => (bought += 1),
        (error: Error) => failed.push(error.message),
      )
      await wait(PAUSE_MS)
    }
  }
  const buying = Promise.all(Array.from({ length: atOnce }, buyOn))
  return {
    bought: () => bought,
    failed: () => failed,
    async end() {
      isOver = true
      await buying
    },
  }
}

type Buying = { origins: Record<'pay' | 'cards', string>; shop: Shop; atOnce: number }
