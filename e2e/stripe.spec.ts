import type { Page } from '@playwright/test'
import { CARD_JOURNEYS, type CardJourney, expectSold, travel } from './card-journeys.ts'
import { CARDS, stopTime } from './checkout.page.ts'
import { COLOURS, expectAccessible } from './expect-accessible.ts'
import { SURFACES, expect } from './fixtures.ts'
import { MerchantPage } from './merchant.page.ts'
import { SELLER } from './merchant-api.ts'
import { offerWallets, test } from './stripe-fixtures.ts'
import { StripeCheckoutPage } from './stripe.page.ts'

/** A number with digits that no other card has. */
const TOLD_FROM_OTHERS = '5555 5555 5555 4444'

for (const surface of SURFACES) {
  test.describe(`payments §7: paying by card with Stripe, ${surface}`, { tag: '@long' }, () => {
    for (const journey of Object.keys(CARD_JOURNEYS) as CardJourney[])
      test(`with Stripe, ${journey}`, async ({ api, shop, openStripe }) => {
        const url = await api.createSession(shop)
        const checkout = await openStripe(surface, url)
        await travel(journey, checkout)
        await checkout.expectReceipt()
        await expectSold({ api, shop, url })
      })

    test('Stripe’s Element is told the delivery option’s amount, and the page holds no card or token', async ({
      api,
      shop,
      openStripe,
      page,
    }) => {
      const url = await api.createSession(shop)
      const checkout = await openStripe(surface, url)
      const { seen } = await seeAll(page)
      await expect(checkout.card.locator('body')).toHaveAttribute('data-amount', '5390')
      await page.getByRole('radio', { name: /Express/ }).check()
      await expect(checkout.card.locator('body')).toHaveAttribute('data-amount', '6150')
      await checkout.payWith(TOLD_FROM_OTHERS)
      await checkout.expectReceipt()
      expect((await api.getSession(shop, url)).order).toMatchObject({ amountTotal: 6150 })
      expect(seen.join('')).toContain('Payment received')
      expect(seen.join('')).not.toMatch(/ctoken_|5555 ?5555/)
    })

    test('empty fields of Stripe are a problem that leads to the Element, without any wallet', async ({
      api,
      shop,
      openStripe,
      page,
    }) => {
      const checkout = await openStripe(surface, await api.createSession(shop))
      await checkout.expectReady()
      await expect(page.getByText('Express checkout')).toBeHidden()
      expect((await checkout.paymentFrame.locator('#card').boundingBox())?.y).toBe(
        (await checkout.paymentFrame.locator('body').boundingBox())!.y + 4,
      )
      await checkout.pay()
      await page
        .getByRole('alert')
        .getByRole('link', { name: 'Your card number is incomplete.' })
        .click()
      await expect(checkout.cardNumber).toBeFocused()
    })

    test('with Stripe, the bank asks over the whole viewport, and axe finds nothing there or at the card', async ({
      api,
      shop,
      openStripe,
      page,
    }) => {
      const checkout = await openStripe(surface, await api.createSession(shop))
      await checkout.expectReady()
      await expectAccessible(page)
      await checkout.payWith(CARDS.challenge)
      await expect(checkout.bankButton('complete')).toBeVisible()
      const { width, height } = page.viewportSize()!
      expect(await page.getByRole('dialog').boundingBox()).toMatchObject({ width, height })
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, COLOURS)
    })
  })

  test.describe(`decision 80: a wallet of the browser, ${surface}`, { tag: '@long' }, () => {
    test('a wallet stands above the form, and pays what it shows with what it knows of the buyer', async ({
      api,
      shop,
      openStripe,
      page,
    }) => {
      await offerWallets(page)
      await api.changeShop(shop, {
        deliveryCountries: ['ES', 'PT'],
        seller: { ...SELLER, mustAgree: true },
      })
      const url = await api.createSession(shop)
      const checkout = await openStripe(surface, url)
      const button = checkout.wallet.getByRole('button', { name: 'Double Pay' })
      const confirm = checkout.wallet.getByRole('button', { name: 'Confirm' })
      await checkout.expectReady()
      await expect(button).toBeVisible()
      expect((await button.boundingBox())!.y).toBeLessThan((await checkout.name.boundingBox())!.y)
      await expectAccessible(page)
      await checkout.pressWallet()
      const box = page.getByRole('checkbox').first()
      await expect(box).toBeFocused()
      await expect(box).toHaveAccessibleDescription(/Agree to the terms of sale to pay/)
      await expect(confirm).toBeHidden()
      await box.check()
      await checkout.pressWallet()
      await expect(checkout.wallet.getByText('Pay 5390')).toBeVisible()
      await checkout.wallet.getByRole('button', { name: 'Express' }).click()
      await expect(checkout.wallet.getByText('Pay 6150')).toBeVisible()
      await checkout.wallet.getByRole('button', { name: 'Cancel' }).click()
      await expect(confirm).toBeHidden()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(checkout.payButton).toBeEnabled()
      await checkout.pressWallet()
      await expect(checkout.wallet.getByText('Pay 5390')).toBeVisible()
      await checkout.wallet.getByRole('button', { name: 'Express' }).click()
      await confirm.click()
      await checkout.expectReceipt()
      expect(await api.getSession(shop, url)).toMatchObject({
        status: 'complete',
        order: {
          amountTotal: 6150,
          customer: { name: 'Ana Example', phone: '+34600123456' },
          fulfillment: { details: 'Express, Calle Mayor 1\n28013 Madrid\nSpain', fee: 1250 },
        },
      })
    })
  })
}

test.describe('decision 80: a wallet of the browser, that is closed', { tag: '@long' }, () => {
  test('a wallet that is closed leaves the buyer a form that pays by card', async ({
    api,
    shop,
    openStripe,
    page,
  }) => {
    await offerWallets(page)
    const checkout = await openStripe('embedded', await api.createSession(shop))
    await checkout.expectReady()
    await checkout.pressWallet()
    await checkout.wallet.getByRole('button', { name: 'Cancel' }).click()
    await checkout.fillBuyer()
    await checkout.payAnew(CARDS.succeeds)
    await checkout.expectReceipt()
  })
})

declare global {
  interface Window {
    seen: (html: string) => void
  }
}

/** Everything that the page's own document ever has. */
async function seeAll(page: Page) {
  const seen: string[] = []
  await page.exposeFunction('seen', (html: string) => {
    seen.push(html)
  })
  await page.evaluate(() => {
    const roots = [document, document.querySelector('hosted-checkout')?.shadowRoot]
    const tell = () =>
      window.seen(document.documentElement.outerHTML + (roots[1] as ShadowRoot | null)?.innerHTML)
    const observer = new MutationObserver(tell)
    for (const root of roots)
      if (root)
        observer.observe(root, {
          childList: true,
          subtree: true,
          attributes: true,
          characterData: true,
        })
  })
  return { seen }
}

/** The frame has an Arabic title. */
class ArabicStripePage extends StripeCheckoutPage {
  override get paymentFrame() {
    return this.page.frameLocator('[data-card] iframe')
  }
}

test.describe('checkout page §7: the payment frame with Stripe', { tag: '@long' }, () => {
  test('the frame of Stripe takes over the page’s colours, its direction and its measures', async ({
    api,
    shop,
    page,
    merchant,
  }) => {
    const shopPage = new MerchantPage(page, merchant.origin)
    await shopPage.open(await api.createSession(shop), { theme: 'dark', lang: 'ar', dir: 'rtl' })
    await shopPage.style('hosted-checkout { --hc-bg: rgb(10, 20, 30); --hc-radius: 3px; }')
    const checkout = new ArabicStripePage(page)
    await expect(checkout.cardNumber).toBeVisible()
    const styleOf = (name: string) =>
      checkout.cardNumber.evaluate(
        (element, property) => getComputedStyle(element).getPropertyValue(property),
        name,
      )
    await expect(checkout.card.locator('html')).toHaveAttribute('dir', 'rtl')
    expect(await styleOf('color')).toBe('rgb(236, 239, 245)')
    await shopPage.element.evaluate((element) => element.setAttribute('theme', 'light'))
    await expect.poll(() => styleOf('color')).toBe('rgb(20, 23, 31)')
    expect(await styleOf('background-color')).toBe('rgb(10, 20, 30)')
    expect(await styleOf('border-top-left-radius')).toBe('3px')
  })

  test('the frame of Stripe says at once when Stripe.js does not come', async ({
    api,
    shop,
    page,
  }) => {
    await stopTime(page)
    await page.route('**/stripe.js', (route) => route.abort())
    await page.goto(await api.createSession(shop))
    await expect(page.getByText('The card fields could not be loaded.')).toBeVisible()
  })

  test('the frame of Stripe names Stripe’s hosts in its own policy and nowhere else', async ({
    api,
    shop,
    service,
  }) => {
    const url = await api.createSession(shop)
    const policyOf = async (address: string) =>
      (await fetch(address)).headers.get('content-security-policy') ?? ''
    const stripe = new URL(service.stripeJsUrl).origin
    expect(await policyOf(`${service.frameUrl}/${url.split('/').at(-1)}`)).toContain(
      `script-src 'nonce-`,
    )
    expect(await policyOf(`${service.frameUrl}/${url.split('/').at(-1)}`)).toContain(
      `frame-src ${stripe}`,
    )
    expect(await policyOf(url)).not.toContain(stripe)
  })

  test('the frame of Stripe may open a wallet’s window from the hosted page', async ({
    api,
    shop,
  }) => {
    const { headers } = await fetch(await api.createSession(shop))
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  })
})
