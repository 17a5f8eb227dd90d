import type { Page } from '@playwright/test'
import { CARDS, type CheckoutPage } from './checkout.page.ts'
import { QUANTITY, passTime } from './every-state.ts'
import { type Surface, SURFACES, expect } from './fixtures.ts'
import type { Shop } from './merchant-api.ts'
import { letBuyersStartAgain, test as base } from './store-fixtures.ts'
import { ENGLISH } from './words.ts'

/**
 * Does what a translating browser does, again and again and before any script runs: puts every text
 * into elements of its own, in other words.
 */
function translateAll() {
  function translate(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    for (const text of found) {
      const parent = text.parentElement
      if (!text.data.trim() || !parent) continue
      if (parent.closest('head, script, style, font, textarea, svg, [translate=no]')) continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = `«${text.data}»`
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  function follow(root: Node) {
    translate(root)
    new MutationObserver(() => translate(root)).observe(root, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  }
  document.addEventListener('readystatechange', () => follow(document.body), { once: true })
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init)
    follow(root)
    return root
  }
}

/**
 * Everything that can be read in the page, in the element's shadow root and in the card's frame.
 */
async function textOf(page: Page) {
  const texts = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        const parts = document.querySelector('hosted-checkout')?.shadowRoot?.children
        return [...(parts ?? [document.body])]
          .map((part) => (part as HTMLElement).innerText)
          .join('\n')
      }),
    ),
  )
  return texts.join('\n')
}

/** The text without what differs between two sessions, or between two line breaks. */
const comparable = (text: string) =>
  text.replaceAll(/[«»\s]|\d?\d:\d\d|[0-9A-Z]{5}-[0-9A-Z]{5}/g, '')

/** What no translation may touch. */
const KEPT = /[€]|\d\.\d\d|Ana Example|Loom|Linen|Calle|600 123|[0-9A-Z]{5}-[0-9A-Z]{5}/

const WORDS = { ...ENGLISH, expiry: /^«?Expir/, pay: /^«?Pay/ }

type TranslatedPage = { checkout: CheckoutPage; url: string }
type Step = (seen: TranslatedPage) => Promise<unknown>

type Fixtures = {
  /**
   * Opens a buyer's page that is translated, and the same page as it is. Every step is done in
   * both, and both have to say the same.
   */
  openBoth: (surface: Surface, shop: Shop) => Promise<(...steps: Step[]) => Promise<void>>
}

const test = base.extend<Fixtures>({
  openBoth: async ({ api, open, context }, use) => {
    await use(async (surface, shop) => {
      const items = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: QUANTITY }]
      const store = 'http://localhost/store'
      const session = { items, successUrl: store, cancelUrl: store }
      // The automatic return leads nowhere, so that the receipt stays.
      await context.route('**/store?*', (route) => route.fulfill({ status: 204 }))
      const [translated, plain] = [await context.newPage(), await context.newPage()]
      await translated.addInitScript(translateAll)
      const both: TranslatedPage[] = []
      for (const page of [translated, plain]) {
        // Movements during a payment cost more than all that is checked.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        const url = await api.createSession(shop, session)
        both.push({ checkout: await open(surface, url, page, WORDS), url })
      }
      for (const { checkout } of both) await checkout.expectReady()
      return async (...steps) => {
        for (const step of steps) {
          await Promise.all(both.map(step))
          // Either page may be the later one.
          await expect(async () => {
            const said = await Promise.all([translated, plain].map(textOf))
            const [inOtherWords, asItIs] = said.map(comparable)
            expect(inOtherWords).toBe(asItIs)
          }).toPass({ timeout: 20_000 })
          const changed = (await textOf(translated)).match(/«[^»]*»/g)
          expect(changed?.filter((text) => KEPT.test(text))).toEqual([])
        }
      }
    })
  },
})

const PAID = '.number code'
const WRONG = '[data-problem]'
const NOTICE = '[data-live=notice] .notice'
const OVER = 'hosted-checkout h1[tabindex]'

async function payUntil({ checkout }: TranslatedPage, selector: string, card?: string) {
  if (card) await checkout.fillCard(card)
  await checkout.pay()
  await expect(checkout.page.locator(selector)).toBeVisible()
}

const startAgain = ({ page }: CheckoutPage, timeout = 20_000) =>
  page.locator('[data-start]').click({ timeout })

const SAYS = 'decision 68: in a browser that translates no text lies'

for (const surface of SURFACES)
  test.describe(`${SAYS}, ${surface}`, { tag: '@long' }, () => {
    test('no text lies from what is missing over a decline and a bank that refuses to the receipt', async ({
      openBoth,
      shop,
    }) => {
      const inBoth = await openBoth(surface, shop)
      await inBoth(
        (seen) => payUntil(seen, `${WRONG} p`),
        async (seen) => {
          await seen.checkout.fillBuyer()
          await payUntil(seen, `${WRONG} li:nth-child(3):last-child`)
        },
        ({ checkout }) => checkout.option('Express').check(),
        (seen) => payUntil(seen, `section ${WRONG}`, CARDS.declined),
        (seen) => payUntil(seen, 'dialog', CARDS.challenge),
        async ({ checkout }) => {
          await checkout.answerBank('fail')
          await expect(checkout.page.locator(WRONG)).toBeVisible()
        },
        (seen) => payUntil(seen, PAID, CARDS.succeeds),
        ({ checkout }) => checkout.page.getByRole('button', { name: 'Copy' }).click(),
      )
    })
  })

// Both surfaces have the same views, so the rest is tried in one of them.
test.describe(SAYS, { tag: '@long' }, () => {
  test('no text lies from an outcome that is not known to the receipt', async ({
    openBoth,
    shop,
  }) => {
    const inBoth = await openBoth('hosted', shop)
    await inBoth(
      async (seen) => {
        await seen.checkout.fillBuyer()
        await payUntil(seen, NOTICE, CARDS.slow)
      },
      ({ checkout }) => expect(checkout.page.locator(PAID)).toBeVisible({ timeout: 60_000 }),
    )
  })

  test('no text lies while the time runs out, and while the connection is gone meanwhile', async ({
    api,
    openBoth,
    shop,
  }) => {
    const inBoth = await openBoth('hosted', shop)
    await inBoth(
      async ({ checkout }) => {
        await passTime(checkout.page, 25.5)
        await checkout.page.reload()
        await expect(checkout.page.locator(NOTICE)).toContainText('5 minutes')
      },
      async ({ checkout }) => {
        await passTime(checkout.page, 29.5)
        await checkout.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        await expect(checkout.page.locator(NOTICE)).toContainText('1 minute ')
      },
      ({ checkout }) => checkout.page.context().setOffline(true),
      ({ checkout }) => checkout.page.context().setOffline(false),
      async ({ checkout, url }) => {
        await api.expireSession(url)
        await expect(checkout.page.locator(OVER)).toBeVisible()
      },
    )
  })

  test('no text lies with too few left, none left, expired, and each time begun again', async ({
    api,
    openBoth,
    openStore,
    owned,
    page,
  }) => {
    await letBuyersStartAgain(page, openStore)
    const inBoth = await openBoth('embedded', owned)
    await inBoth(
      async ({ checkout }) => {
        await checkout.fillBuyer()
        await api.putProduct(owned, 1)
        // The page looks at what the store does with its stock every 15 s.
        await expect(checkout.page.locator(OVER)).toBeVisible({ timeout: 60_000 })
      },
      async ({ checkout }) => {
        await api.putProduct(owned, 0)
        await startAgain(checkout)
      },
      async ({ checkout }) => {
        await api.putProduct(owned, 10)
        // A page that looks at the stock meanwhile goes on by itself.
        await expect(async () => {
          if (await checkout.payButton.isHidden()) await startAgain(checkout, 1_000)
          await expect(checkout.payButton).toBeVisible({ timeout: 1_000 })
        }).toPass({ timeout: 20_000 })
        await checkout.expectReady()
      },
      async ({ checkout, url }) => {
        await api.expireSession(url)
        await expect(checkout.page.locator(OVER)).toBeVisible()
      },
      async ({ checkout }) => {
        await api.putProduct(owned, 10, { price: 5900 })
        await startAgain(checkout)
        await expect(checkout.page.locator(NOTICE)).toBeVisible()
      },
      (seen) => payUntil(seen, PAID, CARDS.succeeds),
    )
  })
})
