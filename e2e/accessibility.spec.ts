import type { Page } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { PURCHASE, QUANTITY, WALKS, type Walk, walk } from './every-state.ts'
import { COLOURS, expectAccessible } from './expect-accessible.ts'
import { expectWhole } from './expect-whole.ts'
import { figure } from './figure.ts'
import { SURFACES, expect, test } from './fixtures.ts'
import { expectHeard, isInScript } from './heard-states.ts'
import { forgetHeard, listen } from './speech.ts'

/**
 * A screen reader says something else here than in any state. What is seen is the same as in one of
 * them.
 */
const HEARD: Walk = {
  'another delivery option': async ({ checkout }) => {
    await checkout.page.getByLabel('Express').check()
  },
  'a card number that is left wrong': async ({ checkout }) => {
    await checkout.cardNumber.fill('4242 4242 4242 4241')
    await checkout.expiry.focus()
  },
  'one field wrong': async ({ checkout }) => {
    await checkout.fillBuyer()
    await checkout.fillCard(CARDS.succeeds)
    await checkout.phone.fill('')
    await checkout.pay()
  },
  offline: async ({ checkout }) => {
    await checkout.page.context().setOffline(true)
  },
}

/**
 * The width of a desktop, and that of a small phone or of 400 % zoom. A merchant's page needs only
 * one, because the views are the same.
 */
const WIDTHS = { hosted: [1280, 320], embedded: [320] }
const VIEWPORT = { width: 1280, height: 720 }

const ITEMS = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: QUANTITY }]

const counted = { states: 0, heard: 0, axe: 0, looks: 0 }
test.afterAll(() => {
  figure('CSP and Trusted Types', `0 violations in ${counted.states} states`)
  figure('spoken', `0 lines beside the script in ${counted.heard} states`)
  figure('axe', `0 findings in ${counted.axe} runs, each of the page and its frames`)
  figure('256 px, 200 % text, text spacing, forced colours', `0 broken in ${counted.looks} looks`)
})

/** Everything that can be checked at one look at the page. */
async function lookAt(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    counted.axe += 1
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }
  // On a desktop the dark page is checked in another language.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, COLOURS)
  counted.axe += 1
  counted.looks += await expectWhole(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(VIEWPORT)
}

for (const surface of SURFACES)
  test.describe(`checkout page §6: every state can be used by everybody, ${surface}`, () => {
    for (const states of [...WALKS, HEARD]) {
      const names = Object.keys(states)
      if (surface === 'embedded' && names.includes('unknown link')) continue
      const isShort = surface === 'hosted' && states === PURCHASE
      test(
        `axe finds nothing, nothing is cut off, and a screen reader says what happens once: ${names.join(', ')}`,
        { tag: isShort ? [] : ['@long'] },
        async ({ api, shop, open, page, checkout }) => {
          const url = await api.createSession(shop, { items: ITEMS })
          await listen(page)
          await open(surface, url)
          await checkout.expectReady()
          await walk(states, { checkout, api, shop, url, open }, async (seen, state) => {
            counted.states += 1
            if (isInScript(state)) {
              await expectHeard(seen, { surface, state })
              counted.heard += 1
            }
            if (states !== HEARD) await lookAt(seen, WIDTHS[surface])
            if (seen === page) await forgetHeard(page)
          })
        },
      )
    }
  })
