import { CARDS } from '../checkout.page.ts'
import { figure } from '../figure.ts'
import { SURFACES, expect, test } from '../fixtures.ts'
import { CUTS, cutNetwork } from './cut-network.ts'
import { buy } from './determined-buyer.ts'

const PURCHASES = Number(process.env['PURCHASES'] ?? CUTS.length)
const AT_ONCE = 4

/** The last one arrives after the end of the order that it carries (decision 85). */
const LATE_MS = [5_000, 1_000, 20_000, 38_000]

/**
 * The number of a purchase decides its surface, the point of its cut and how long the network is
 * down. Each round meets every point, and two rounds meet each on both surfaces.
 */
function purchaseOf(index: number) {
  const round = Math.floor(index / CUTS.length)
  const cut = CUTS[index % CUTS.length]!
  return {
    surface: SURFACES[index % SURFACES.length]!,
    cut,
    downMs: (index * 7_919) % 4_000,
    lateMs: LATE_MS[round % LATE_MS.length]!,
    hasEvents: cut.at === 'events' || round % 2 === 0,
  }
}

// A single test for all would keep every step that it took, and become slower with each.
test.describe.configure({ mode: 'parallel' })

test.describe('checkout page §4: however the network is cut', () => {
  for (let first = 0; first < PURCHASES; first += CUTS.length) {
    const end = Math.min(first + CUTS.length, PURCHASES)

    test(`nobody is charged twice or told that they were not: purchases ${first + 1} to ${end}`, async ({
      api,
      browser,
      merchant,
    }) => {
      test.setTimeout(60_000 + CUTS.length * 30_000)
      const shop = await api.createShop()
      await api.putProduct(shop, CUTS.length)
      const mistakes: string[] = []
      const missed: string[] = []
      let next = first

      async function purchase(index: number) {
        const { surface, ...network } = purchaseOf(index)
        const point = `${index + 1}, ${surface}, ${network.cut.at} ${network.cut.how}`
        const note = (what: string) => mistakes.push(`${point}: ${what}`)
        const url = await api.createSession(shop)
        const sessionId = url.split('/').at(-1)
        const takenFor = async () =>
          (await api.listPayments(shop)).data.filter(
            (payment) => payment.sessionId === sessionId && payment.status === 'captured',
          ).length
        const context = await browser.newContext({ locale: 'en-GB' })
        const { wasCut, settled } = await cutNetwork(context, network)
        let promise: string | undefined
        const isPaid = await buy(
          await context.newPage(),
          surface === 'hosted' ? url : `${merchant.origin}/?session=${sessionId}`,
          {
            // A buyer whose payment succeeds at once never asks how it went.
            card: network.cut.at === 'view' ? CARDS.unknown : CARDS.succeeds,
            onUncharged: async (words) => {
              promise = words
              if ((await takenFor()) > 0) note(`told that nothing was charged: ${words}`)
            },
            onPay: () => {
              promise = undefined
            },
          },
        )
        await settled()
        if (!wasCut()) missed.push(point)
        if (!isPaid) note('saw no receipt')
        const { status } = await api.getSession(shop, url)
        const taken = await takenFor()
        if (status !== 'complete' || taken !== 1) note(`${status}, charged ${taken} times`)
        else if (promise) note(`charged without another press of Pay after: ${promise}`)
        await context.close()
      }

      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (next < end) await purchase(next++)
        }),
      )
      expect(mistakes).toEqual([])
      // A point that no purchase reaches would prove nothing.
      expect(missed).toEqual([])
      figure(`purchases ${first + 1} to ${end} with the network cut`, '0 mistakes')
    })
  }
})
