import { CARDS } from '../checkout.page.ts'
import { expect, test } from '../fixtures.ts'
import { CUTS, cutNetwork } from './cut-network.ts'
import { buy } from './determined-buyer.ts'

const PURCHASES = Number(process.env['PURCHASES'] ?? CUTS.length)
const AT_ONCE = 3

/** The last one arrives when the order it carries is over (decision 85). */
const LATE_MS = [5_000, 1_000, 20_000, 38_000]

/** The point of each purchase follows from its number, and so does how long the network is down. */
function networkOf(index: number) {
  const round = Math.floor(index / CUTS.length)
  const cut = CUTS[index % CUTS.length]!
  return {
    cut,
    downMs: (index * 7_919) % 4_000,
    lateMs: LATE_MS[round % LATE_MS.length]!,
    hasEvents: cut.at === 'events' || round % 2 === 0,
  }
}

test('checkout page §4: however the network is cut, nobody is charged twice or told that they were not', async ({
  api,
  browser,
}) => {
  test.setTimeout(60_000 + PURCHASES * 30_000)
  const shop = await api.createShop()
  await api.putProduct(shop, PURCHASES)
  const mistakes: string[] = []
  const reached = new Map(CUTS.map(({ at, how }) => [`${at} ${how}`, 0]))
  let next = 0

  async function purchase(index: number) {
    const network = networkOf(index)
    const point = `${network.cut.at} ${network.cut.how}`
    const note = (what: string) => mistakes.push(`${index}, ${point}: ${what}`)
    const url = await api.createSession(shop)
    const sessionId = url.split('/').at(-1)
    const takenFor = async () =>
      (await api.listPayments(shop)).data.filter(
        (payment) => payment.sessionId === sessionId && payment.status === 'captured',
      ).length
    const context = await browser.newContext({ locale: 'en-GB' })
    const { wasCut, settled } = await cutNetwork(context, network)
    let promise: string | undefined
    const isPaid = await buy(await context.newPage(), url, {
      // Whoever is paid at once never asks how it went.
      card: network.cut.at === 'view' ? CARDS.unknown : CARDS.succeeds,
      onUncharged: async (words) => {
        promise = words
        if ((await takenFor()) > 0) note(`told that nothing was charged: ${words}`)
      },
      onPay: () => {
        promise = undefined
      },
    })
    await settled()
    if (wasCut()) reached.set(point, reached.get(point)! + 1)
    if (!isPaid) note('saw no receipt')
    const { status } = await api.getSession(shop, url)
    const taken = await takenFor()
    if (status !== 'complete' || taken !== 1) note(`${status}, charged ${taken} times`)
    else if (promise) note(`charged without another press of Pay after: ${promise}`)
    await context.close()
  }

  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < PURCHASES) await purchase(next++)
    }),
  )
  const counts = [...reached].map(([point, times]) => `${point} ${times}`)
  console.log(`${PURCHASES} purchases: ${mistakes.length} mistakes; cut at: ${counts.join(', ')}`)
  expect(mistakes).toEqual([])
  // A point that no purchase reaches would prove nothing.
  const planned = counts.slice(0, PURCHASES)
  expect(planned.filter((count) => count.endsWith(' 0'))).toEqual([])
})
