import { CARDS } from './checkout.page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { PLACES, expect } from './fixtures.ts'
import { MerchantPage } from './merchant.page.ts'
import { test } from './stripe-fixtures.ts'
import { StripeCheckoutPage } from './stripe.page.ts'

for (const place of PLACES) {
  test.describe(`Paying with Stripe, ${place}`, { tag: '@long' }, () => {
    test('a buyer pays with the Payment Element in the payment frame', async ({
      api,
      shop,
      openStripe,
    }) => {
      const url = await api.createSession(shop)
      const checkout = await openStripe(place, url)
      await checkout.payWith(CARDS.succeeds)
      await checkout.expectReceipt()
      expect(await api.getSession(shop, url)).toMatchObject({
        status: 'complete',
        order: { amountTotal: 5390 },
      })
    })

    test('the Element is told the amount with the chosen delivery option, and that is what is paid', async ({
      api,
      shop,
      openStripe,
      page,
    }) => {
      const url = await api.createSession(shop)
      const checkout = await openStripe(place, url)
      await expect(checkout.card.locator('body')).toHaveAttribute('data-amount', '5390')
      await page.getByRole('radio', { name: /Express/ }).check()
      await expect(checkout.card.locator('body')).toHaveAttribute('data-amount', '6150')
      await checkout.payWith(CARDS.succeeds)
      await checkout.expectReceipt()
      expect((await api.getSession(shop, url)).order).toMatchObject({ amountTotal: 6150 })
    })

    test('a declined card is said to be declined, and the next one pays', async ({
      api,
      shop,
      openStripe,
      page,
    }) => {
      const checkout = await openStripe(place, await api.createSession(shop))
      await checkout.payWith(CARDS.declined)
      await expect(page.getByText('Your card was declined.', { exact: false })).toBeVisible()
      await checkout.fillCard(CARDS.succeeds)
      await checkout.pay()
      await checkout.expectReceipt()
    })

    test('the bank asks over the whole viewport, the buyer confirms, and the order is paid', async ({
      api,
      shop,
      openStripe,
      page,
    }) => {
      const checkout = await openStripe(place, await api.createSession(shop))
      await checkout.payWith(CARDS.challenge)
      const confirm = checkout.bank.getByRole('button', { name: 'Complete' })
      await expect(confirm).toBeVisible()
      const viewport = page.viewportSize()!
      const dialog = (await page.getByRole('dialog').boundingBox())!
      expect([dialog.width, dialog.height]).toEqual([viewport.width, viewport.height])
      await checkout.answerBank('Complete')
      await checkout.expectReceipt()
    })

    test('the bank asks, the buyer cannot confirm, and may try another card', async ({
      api,
      shop,
      openStripe,
      page,
    }) => {
      const checkout = await openStripe(place, await api.createSession(shop))
      await checkout.payWith(CARDS.challenge)
      await checkout.answerBank('Fail')
      await expect(
        page.getByText('Your bank could not confirm that it is you.', { exact: false }),
      ).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      await checkout.fillCard(CARDS.succeeds)
      await checkout.pay()
      await checkout.expectReceipt()
    })

    test('fields left empty are a problem that leads to the Element', async ({
      api,
      shop,
      openStripe,
      page,
    }) => {
      const checkout = await openStripe(place, await api.createSession(shop))
      await checkout.expectReady()
      await checkout.pay()
      await page
        .getByRole('alert')
        .getByRole('link', { name: 'Your card number is incomplete.' })
        .click()
      await expect(checkout.cardNumber).toBeFocused()
    })

    test('neither the card nor its token is ever in the page’s own document', async ({
      api,
      shop,
      openStripe,
      page,
    }) => {
      const checkout = await openStripe(place, await api.createSession(shop))
      const seen: string[] = []
      await page.exposeFunction('seen', (html: string) => {
        seen.push(html)
      })
      await page.evaluate(() => {
        const tell = () =>
          window.seen(
            document.documentElement.outerHTML +
              (document.querySelector('hosted-checkout')?.shadowRoot?.innerHTML ?? ''),
          )
        const observer = new MutationObserver(tell)
        for (const root of [document, document.querySelector('hosted-checkout')?.shadowRoot]) {
          if (root)
            observer.observe(root, {
              childList: true,
              subtree: true,
              attributes: true,
              characterData: true,
            })
        }
      })
      await checkout.payWith('5555 5555 5555 4444')
      await checkout.expectReceipt()
      expect(seen.join('')).toContain('Payment received')
      expect(seen.join('')).not.toMatch(/ctoken_|5555 ?5555/)
    })

    test.describe('in a browser that has a wallet', () => {
      test.beforeEach(({ page }) =>
        page.addInitScript(() => {
          window.offersWallets = true
        }),
      )

      test('a buyer pays with it, at a press of its own, and the order is paid', async ({
        api,
        shop,
        openStripe,
        page,
      }) => {
        const url = await api.createSession(shop)
        const checkout = await openStripe(place, url)
        await checkout.expectReady()
        await checkout.fillBuyer()
        await page.getByRole('radio', { name: /Express/ }).check()
        await checkout.pressWallet()
        await expect(checkout.wallet.getByText('Pay 6150')).toBeVisible()
        await expect(checkout.payButton).toBeEnabled()
        await checkout.wallet.getByRole('button', { name: 'Confirm' }).click()
        await checkout.expectReceipt()
        expect(await api.getSession(shop, url)).toMatchObject({
          status: 'complete',
          order: { amountTotal: 6150 },
        })
      })

      test('it does not open before the form is right', async ({ api, shop, openStripe, page }) => {
        const checkout = await openStripe(place, await api.createSession(shop))
        await checkout.expectReady()
        await checkout.pressWallet()
        await expect(page.getByRole('alert').getByText('Enter your full name')).toBeVisible()
        await expect(checkout.wallet.getByRole('button', { name: 'Confirm' })).toBeHidden()
      })

      test('a buyer who closes it is where they were, and pays by card', async ({
        api,
        shop,
        openStripe,
        page,
      }) => {
        const checkout = await openStripe(place, await api.createSession(shop))
        await checkout.expectReady()
        await checkout.fillBuyer()
        await checkout.pressWallet()
        await checkout.wallet.getByRole('button', { name: 'Cancel' }).click()
        await expect(page.getByRole('alert')).toHaveCount(0)
        await checkout.fillCard(CARDS.succeeds)
        await checkout.pay()
        await checkout.expectReceipt()
      })

      test('axe finds nothing', async ({ api, shop, openStripe, page }) => {
        const checkout = await openStripe(place, await api.createSession(shop))
        await checkout.expectReady()
        await expect(checkout.wallet.getByRole('button', { name: 'Double Pay' })).toBeVisible()
        await expectAccessible(page)
      })
    })

    test('in a browser without a wallet there is nothing of it, and nothing moves', async ({
      api,
      shop,
      openStripe,
    }) => {
      const checkout = await openStripe(place, await api.createSession(shop))
      await checkout.expectReady()
      await expect(checkout.paymentFrame.getByText('Or pay by card')).toBeHidden()
      expect((await checkout.paymentFrame.locator('#card').boundingBox())?.y).toBe(
        (await checkout.paymentFrame.locator('body').boundingBox())!.y + 4,
      )
    })

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`axe finds nothing in the frame and in the bank’s page, ${colorScheme}`, async ({
        api,
        shop,
        openStripe,
        page,
      }) => {
        await page.emulateMedia({ colorScheme })
        const checkout = await openStripe(place, await api.createSession(shop))
        await checkout.expectReady()
        await expectAccessible(page)
        await checkout.payWith(CARDS.challenge)
        await expect(checkout.bank.getByRole('button', { name: 'Complete' })).toBeVisible()
        await expectAccessible(page)
      })
    }
  })
}

/** Its frame has an Arabic title. */
class ArabicStripePage extends StripeCheckoutPage {
  override get paymentFrame() {
    return this.page.frameLocator('iframe[src*="/payment-frame/cs_"]')
  }
}

test.describe('The payment frame with Stripe', { tag: '@long' }, () => {
  test('takes over the page’s colours, its direction and its measures', async ({
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

  test('says at once when Stripe.js does not come', async ({ api, shop, page }) => {
    // Time stands still: nobody has given up waiting.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 3_000)
    await page.route('**/stripe.js', (route) => route.abort())
    await page.goto(await api.createSession(shop))
    await expect(page.getByText('The card fields could not be loaded.')).toBeVisible()
  })

  test('names Stripe’s hosts in its own policy and nowhere else', async ({
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

  test('may open a wallet’s window from the hosted page', async ({ api, shop }) => {
    const { headers } = await fetch(await api.createSession(shop))
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  })
})

declare global {
  interface Window {
    seen: (html: string) => void
  }
}
