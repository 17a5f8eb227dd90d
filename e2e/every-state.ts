import type { Page } from '@playwright/test'
import { CARDS, type CheckoutPage } from './checkout.page.ts'
import { type Open, expect, test } from './fixtures.ts'
import { SELLER, type Shop, type merchantApi } from './merchant-api.ts'

/** How many are bought. States with too few left have fewer. */
export const QUANTITY = 2

export type Steps = {
  checkout: CheckoutPage
  api: ReturnType<typeof merchantApi>
  shop: Shop
  url: string
  open: Open
}

/** A word that is too long for a line of a phone, and a name that needs several lines. */
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänslieferung am selben Tag bis zur Haustür'

/** A session of a store that asks for everything that it may, even for agreement to its terms. */
export async function createAsking({ api, shop }: Pick<Steps, 'api' | 'shop'>) {
  await api.changeShop(shop, {
    deliveryCountries: ['IE', 'ES', 'US'],
    seller: { ...SELLER, mustAgree: true },
  })
  return api.createSession(shop)
}

/** A session in which every name is long. */
export async function createLong({ api, shop }: Pick<Steps, 'api' | 'shop'>) {
  await api.changeShop(shop, {
    name: LONG,
    deliveryOptions: [
      { id: 'long', name: LONG, fee: 123_456 },
      {
        id: 'place',
        name: `${LONG}, 2`,
        fee: 0,
        kind: 'collection',
        place: { name: LONG, address: LONG },
      },
    ],
    seller: { ...SELLER, legalName: LONG, address: LONG },
  })
  const item = { name: LONG, size: LONG.slice(0, 60), colorName: LONG.slice(0, 60) }
  await api.putProduct(shop, 10, { price: 12_345_678, ...item })
  const { size, colorName: color } = item
  return api.createSession(shop, {
    items: [{ product: 'linen-shirt', size, color, quantity: QUANTITY }],
    cancelUrl: 'http://localhost/basket',
  })
}

const openLong = async (steps: Steps) => openOther(steps, await createLong(steps))

async function openOther({ checkout, url }: Pick<Steps, 'checkout' | 'url'>, other: string) {
  await checkout.page.goto(checkout.page.url().replace(idIn(url), idIn(other)))
  await checkout.expectReady()
}

const idIn = (url: string) => url.split('/').at(-1)!

/**
 * Nothing can be paid any more, and one heading says why. The page around may have its own heading.
 */
async function expectResult({ page, payButton }: CheckoutPage) {
  await expect(payButton).toBeHidden()
  await expect(page.locator('hosted-checkout h1:visible')).toHaveCount(1)
}

const expectPaid = (page: Page) => expect(page.locator('.number code')).toBeVisible()

/** From the next answer on, that much of the session's time is over by the server's clock. */
export const passTime = (page: Page, minutes: number) =>
  page.route(/\/checkout\/cs_\w+(?:\/(?:token|view))?(?:\?.*)?$/, async (route) => {
    const response = await route.fetch()
    const later = (_: string, now: string) =>
      `"now":"${new Date(Date.parse(now) + minutes * 60_000).toISOString()}"`
    const body = (await response.text()).replaceAll(/"now":"([^"]+)"/g, later)
    await route.fulfill({ response, body })
  })

/**
 * No answer reaches the page, and half a minute never passes, after which it says something else. So
 * what it shows while it waits lasts as long as somebody looks at it.
 */
async function waitForEver(page: Page) {
  await page.route(/\/(?:pay|view|events)$/, () => {})
  await page.evaluate(() => {
    const { setTimeout } = window
    const start = (act: TimerHandler, ms = 0) => (ms < 30_000 ? setTimeout(act, ms) : 0)
    Object.assign(window, { setTimeout: start })
  })
}

/** Brings the page into a state. Answers with the page to look at, when that is another one. */
type Enter = (steps: Steps) => Promise<Page | void>

export type Walk = Record<string, Enter>

/**
 * States that follow one another in one page. The first is entered from a ready form, each other
 * from the one before.
 */
export const PURCHASE = {
  ready: async () => {},
  invalid: async ({ checkout }) => {
    await checkout.pay()
    await expect(checkout.page.locator('[data-problem]')).toBeVisible()
  },
  declined: async ({ checkout }) => {
    await checkout.payWith(CARDS.declined)
    await expect(checkout.page.locator('section [data-problem]')).toBeVisible()
  },
  complete: async ({ checkout }) => {
    await checkout.payWith(CARDS.succeeds)
    await expectPaid(checkout.page)
  },
  'complete for a stranger': async ({ checkout, open, url }) => {
    const stranger = await checkout.page.context().browser()!.newPage()
    await open('hosted', url, stranger)
    await expectPaid(stranger)
    return stranger
  },
} satisfies Walk

/** All states that there are. */
export const WALKS: Walk[] = [
  PURCHASE,
  {
    'address in parts': async (steps) => openOther(steps, await createAsking(steps)),
    'all that a store may ask': async ({ checkout }) => {
      await checkout.pay()
      await expect(checkout.page.locator('[data-problem]')).toBeVisible()
    },
  },
  {
    processing: async ({ checkout }) => {
      await waitForEver(checkout.page)
      await checkout.payWith(CARDS.succeeds)
      await expect(checkout.page.locator('[data-live=notice] .notice')).toBeVisible()
    },
  },
  {
    challenge: async ({ checkout }) => {
      await checkout.payWith(CARDS.challenge)
      await expect(
        checkout.bank.getByRole('button', { name: 'Complete authentication' }),
      ).toBeVisible()
    },
  },
  {
    'long names': openLong,
    'long names, paid': async ({ checkout }) => {
      await checkout.fillBuyer()
      await checkout.addressText.fill(LONG)
      await checkout.fillCard(CARDS.succeeds)
      await checkout.pay()
      await expectPaid(checkout.page)
    },
  },
  {
    'sold out': async ({ checkout, api, shop }) => {
      await api.sellOut(shop)
      await expectResult(checkout)
    },
  },
  {
    'fewer left': async ({ checkout, api, shop }) => {
      await api.putProduct(shop, 1)
      await checkout.page.reload()
      await expectResult(checkout)
    },
  },
  {
    expired: async ({ checkout, api, url }) => {
      await api.expireSession(url)
      await expectResult(checkout)
    },
  },
  {
    'card unreachable': async ({ checkout }) => {
      const { page } = checkout
      await page.clock.install()
      await page.route('**/payment-frame/**', (route) => route.abort())
      await page.reload()
      await page.clock.runFor(10_000)
      await expect(page.locator('[data-card] .notice')).toBeVisible()
    },
  },
  {
    // A page without an element, whatever links to it.
    'unknown link': async ({ checkout, open, url }) => {
      await open('hosted', `${url}0`)
      await expect(checkout.page.locator('h1')).toBeVisible()
    },
  },
]

/** Takes the checkout from state to state. `look` looks at the page in each. */
export async function walk(
  states: Walk,
  steps: Steps,
  look: (page: Page, state: string) => Promise<unknown>,
) {
  for (const [state, enter] of Object.entries(states))
    await test.step(state, async () => {
      await look((await enter(steps)) ?? steps.checkout.page, state)
    })
}

/** How a ready form gets into each state, through the states before it. */
export const EVERY_STATE: Walk = Object.fromEntries(
  WALKS.flatMap((states) =>
    Object.keys(states).map((state, index) => [
      state,
      async (steps: Steps) => {
        let seen: Page | void = undefined
        for (const enter of Object.values(states).slice(0, index + 1)) seen = await enter(steps)
        return seen
      },
    ]),
  ),
)
