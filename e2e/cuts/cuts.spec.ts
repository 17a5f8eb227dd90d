import { expect, test } from '../fixtures.ts'
import { CUTS, cutNetwork } from './cut-network.ts'
import { buy } from './determined-buyer.ts'

const PURCHASES = Number(process.env['PURCHASES'] ?? CUTS.length)
const AT_ONCE = 3

/** The point of each purchase follows from its number, and so does how long the network is down. */
const networkOf = (index: number) => ({
  cut: CUTS[index % CUTS.length]!,
  downMs: (index * 7_919) % 4_000,
  hasEvents: Math.floor(index / CUTS.length) % 2 === 0,
})

test('checkout page §4: however the network is cut, nobody is charged twice or told that they were not', async ({
  api,
  browser,
}) => {
  test.setTimeout(60_000 + PURCHASES * 30_000)
  const shop = await api.createShop()
  await api.putProduct(shop, PURCHASES)
  const mistakes: string[] = []
  let next = 0
  let cuts = 0

  async function purchase(index: number) {
    const network = networkOf(index)
    const note = (what: string) =>
      mistakes.push(`${index}, ${network.cut.at} ${network.cut.how}: ${what}`)
    const url = await api.createSession(shop)
    const sessionId = url.split('/').at(-1)
    const takenFor = async () =>
      (await api.listPayments(shop)).data.filter(
        (payment) => payment.sessionId === sessionId && payment.status === 'captured',
      ).length
    const context = await browser.newContext({ locale: 'en-GB' })
    const wasCut = await cutNetwork(context, network)
    const isPaid = await buy(await context.newPage(), url, {
      onUncharged: async (words) => {
        if ((await takenFor()) > 0) note(`told that nothing was charged: ${words}`)
      },
    })
    if (wasCut()) cuts += 1
    if (!isPaid) note('saw no receipt')
    const { status } = await api.getSession(shop, url)
    const taken = await takenFor()
    if (status !== 'complete' || taken !== 1) note(`${status}, charged ${taken} times`)
    await context.close()
  }

  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < PURCHASES) await purchase(next++)
    }),
  )
  console.log(`${PURCHASES} purchases, ${cuts} of them cut: ${mistakes.length} mistakes`)
  expect(mistakes).toEqual([])
  // A point that no purchase reaches would prove nothing.
  expect(cuts).toBeGreaterThan(PURCHASES * 0.6)
})
