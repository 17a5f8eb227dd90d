import { EVERY_STATE, QUANTITY } from './every-state.ts'
import { COLOURS, expectAccessible } from './expect-accessible.ts'
import { expectWhole } from './expect-whole.ts'
import { figure } from './figure.ts'
import { type Place, expect, test } from './fixtures.ts'
import { ARABIC, ENGLISH } from './words.ts'

/** The states that nearly every buyer meets. */
const MOST_MET = ['ready', 'declined', 'complete']

/** An unknown link has a page and no element. */
const EVERYWHERE = Object.keys(EVERY_STATE).filter((state) => state !== 'unknown link')

const SHOWN = [
  { place: 'hosted', words: ENGLISH, states: Object.keys(EVERY_STATE), short: MOST_MET },
  { place: 'hosted', words: ARABIC, states: Object.keys(EVERY_STATE), short: [] },
  { place: 'embedded', words: ENGLISH, states: EVERYWHERE, short: [] },
  { place: 'embedded', words: ARABIC, states: MOST_MET, short: [] },
] satisfies { place: Place; words: typeof ENGLISH; states: string[]; short: string[] }[]

/** A desktop's width, and that of a small phone or of 400 % zoom. */
const WIDTHS = [1280, 320]

const ITEMS = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: QUANTITY }]

let runs = 0
let looks = 0
test.afterAll(() => {
  figure('axe', `0 findings in ${runs} runs, each of the page and its frames`)
  figure('256 px, 200 % text, text spacing, forced colours', `0 broken in ${looks} looks`)
})

for (const { place, words, states, short } of SHOWN)
  for (const state of states) {
    const tag = (short as string[]).includes(state) ? [] : ['@long']
    test(
      `accessible, ${place}, ${words.lang}: ${state}`,
      { tag },
      async ({ api, shop, open, page }) => {
        const url = await api.createSession(shop, { items: ITEMS })
        const openSo: typeof open = (where, address, target) => open(where, address, target, words)
        const checkout = await openSo(place, url)
        await checkout.expectReady()
        const seen = (await EVERY_STATE[state]!({ checkout, api, shop, url, open: openSo })) ?? page
        for (const width of WIDTHS) {
          await seen.setViewportSize({ width, height: 800 })
          await seen.emulateMedia({ colorScheme: 'light' })
          await expectAccessible(seen)
          await seen.emulateMedia({ colorScheme: 'dark' })
          await expectAccessible(seen, COLOURS)
          runs += 2
          expect(
            await seen.evaluate(() => document.documentElement.scrollWidth),
          ).toBeLessThanOrEqual(width)
        }
        looks += await expectWhole(seen)
      },
    )
  }
