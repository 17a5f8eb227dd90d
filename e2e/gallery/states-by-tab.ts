import { CARDS } from '../checkout.page.ts'
import type { Tab } from '../engines/buyer.ts'
import { fillBuyer, payWith } from '../engines/journey.ts'
import { createAsking, createLong } from '../every-state.ts'
import type { Shop, merchantApi } from '../merchant-api.ts'

type Steps = {
  api: ReturnType<typeof merchantApi>
  shop: Shop
  url: string
  /** Opens that session in the language that is asked for. */
  open: (url: string) => Promise<void>
  /** The same in a merchant's page. */
  embed: (url: string) => Promise<void>
  tab: Tab
}

async function payAndSee({ open, url, tab }: Steps, card: string, seen: string) {
  await open(url)
  await payWith(tab, card)
  await tab.awaitSeen(seen)
}

async function pressPay(tab: Tab) {
  // Waits for the card fields, because Pay would otherwise list only the other fields.
  await tab.awaitSeen('iframe[data-ready]')
  await tab.click('[data-pay]')
  await tab.awaitSeen('[data-problem]')
}

/** How a browser of any engine gets into each state. */
export const STATES_BY_TAB: Record<string, (steps: Steps) => Promise<void>> = {
  ready: async ({ open, url, tab }) => {
    await open(url)
    await tab.awaitSeen('iframe[data-ready]')
  },
  'address in parts': async ({ open, tab, ...steps }) => {
    await open(await createAsking(steps))
    await tab.awaitSeen('iframe[data-ready]')
  },
  'all that a store may ask': async (steps) => {
    await steps.open(await createAsking(steps))
    await pressPay(steps.tab)
  },
  invalid: async ({ open, url, tab }) => {
    await open(url)
    await pressPay(tab)
  },
  declined: (steps) => payAndSee(steps, CARDS.declined, '[data-problem]'),
  processing: (steps) => payAndSee(steps, CARDS.slow, '[data-live=notice] .notice'),
  challenge: async ({ open, url, tab }) => {
    await open(url)
    await payWith(tab, CARDS.challenge)
    await tab.awaitBank()
  },
  complete: (steps) => payAndSee(steps, CARDS.succeeds, '.number code'),
  'long names': async (steps) => {
    await steps.open(await createLong(steps))
    await steps.tab.awaitSeen('iframe[data-ready]')
    await fillBuyer(steps.tab)
  },
  'sold out': async ({ api, shop, open, url, tab }) => {
    await open(url)
    await tab.awaitSeen('iframe[data-ready]')
    await api.sellOut(shop)
    await tab.awaitSeen('h1[tabindex]')
  },
  'fewer left': async ({ api, shop, open, url, tab }) => {
    await api.putProduct(shop, 1)
    await open(url)
    await tab.awaitSeen('h1[tabindex]')
  },
  expired: async ({ api, open, url, tab }) => {
    await open(url)
    await tab.awaitSeen('iframe[data-ready]')
    await api.expireSession(url)
    await tab.awaitSeen('h1[tabindex]')
  },
  'unknown link': ({ open, url }) => open(`${url}0`),
  embedded: async ({ embed, url, tab }) => {
    await embed(url)
    await tab.awaitSeen('iframe[data-ready]')
  },
  'complete, embedded': (steps) =>
    payAndSee({ ...steps, open: steps.embed }, CARDS.succeeds, '.number code'),
}
