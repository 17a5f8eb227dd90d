import type { Page, Route } from '@playwright/test'
import { figure } from './figure.ts'
import { expect, test } from './fixtures.ts'
import { ARABIC, ENGLISH } from './words.ts'

const OURS = /\/(?:checkout|payment-frame)\//

/**
 * Counts the requests until the card can be typed. What is fetched behind the form never arrives.
 */
async function countUntilPayable(page: Page, open: () => Promise<unknown>) {
  const asked: string[] = []
  await page.route(/-outcomes-/, () => {})
  page.on('request', (request) => {
    const address = request.url()
    if (OURS.test(address) && !address.includes('-outcomes-'))
      asked.push(`${request.method()} ${address}`)
  })
  await open()
  await page.locator('iframe[data-ready]').waitFor()
  return asked
}

/**
 * Holds requests until all of a wave are there, so none of a wave can wait for another one of it.
 * Requests after the last wave are held for ever, because the card can be typed without them.
 */
async function letGoInWaves(page: Page, open: () => Promise<unknown>, waves: RegExp[][]) {
  const held: Route[] = []
  await page.route(OURS, (route) => void held.push(route))
  const opening = open()
  for (const wave of waves) {
    await expect
      .poll(() => held.map((route) => new URL(route.request().url()).pathname).toSorted())
      .toEqual(wave.map((path) => expect.stringMatching(path)))
    for (const route of held.splice(0)) await route.continue()
  }
  await opening
  await page.locator('iframe[data-ready]').waitFor()
}

test.describe('checkout page §1: the card can be typed', () => {
  test('the card can be typed on the hosted page after at most 5 requests', async ({
    api,
    shop,
    page,
  }) => {
    const url = await api.createSession(shop)
    const asked = await countUntilPayable(page, () => page.goto(url))
    figure('requests until the form can be paid, hosted', `${asked.length}`)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(5)
  })

  test('the card can be typed on the hosted page after 2 waves of requests', async ({
    api,
    shop,
    page,
    open,
  }) => {
    const address = await api.createSession(shop)
    await letGoInWaves(page, () => open('hosted', address), [
      [/checkout\/cs_\w+$/],
      [/hosted-checkout-page-.*js$/, /payment-frame\/cs_\w+$/],
    ])
  })

  for (const words of [ENGLISH, ARABIC])
    test(`the card can be typed in a merchant’s page after at most 6 requests, lang=${words.lang}`, async ({
      api,
      shop,
      page,
      open,
    }) => {
      const url = await api.createSession(shop)
      const asked = await countUntilPayable(page, () => open('embedded', url, page, words))
      figure(`requests until the form can be paid, embedded, ${words.lang}`, `${asked.length}`)
      expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(6)
      expect(asked.filter((address) => address.startsWith('OPTIONS'))).toEqual([])
    })

  test('the card can be typed in a merchant’s page after 3 waves of requests', async ({
    api,
    shop,
    page,
    open,
  }) => {
    const address = await api.createSession(shop)
    await letGoInWaves(page, () => open('embedded', address), [
      [/hosted-checkout\.js$/],
      [/token$/, /hosted-checkout-form-en-.*json$/],
      [/payment-frame\/cs_\w+$/],
    ])
  })
})

test(
  'style §11: a test that ends while a request is with one of its routes is still green',
  { tag: '@long' },
  async ({ service, shop, page }) => {
    const { promise: isAsked, resolve } = Promise.withResolvers<void>()
    await page.route('**/late', async (route) => {
      const headers = { authorization: `Bearer ${shop.secretKey}` }
      const answer = route.fetch({ url: `${service.baseUrl}/v1/events?after=now&wait=25`, headers })
      resolve()
      await answer
    })
    void page.goto(`${service.baseUrl}/late`).catch(() => undefined)
    await isAsked
  },
)
