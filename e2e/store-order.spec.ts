import type { Page } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { expect } from './fixtures.ts'
import { expectGood, test as base } from './store-fixtures.ts'

type Fixtures = {
  /** A paid order of two shirts at €49.00 with €4.90 delivery. The owner has its page open. */
  order: { number: string; email: string; payments: () => Promise<string[]> }
}

type Card = 'declined' | 'succeeds'

/**
 * Does what a buyer's page does, without the page: opens the session's checkout and pays, card by
 * card.
 */
async function pay(url: string, cards: Card[]) {
  const { origin, port } = new URL(url)
  const post = async <Body>(
    address: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Body
  }
  const { token } = await post<{ token: string }>(`${url}/token`, {})
  for (const card of cards) {
    const { paymentMethod } = await post<{ paymentMethod: string }>(
      `http://127.0.0.1:${port}/payment-frame/test-payment-methods`,
      { number: CARDS[card], expMonth: 12, expYear: 2040, cvc: '123' },
      { origin: `http://127.0.0.1:${port}` },
    )
    await post(
      `${url}/pay`,
      {
        customer: { name: 'Ana Example', phone: '+34 600 123 456' },
        fulfillment: {
          method: 'DELIVERY',
          option: 'standard',
          details: 'Calle Mayor 1, 28013 Madrid',
        },
        paymentMethod,
      },
      { authorization: `Bearer ${token}` },
    )
  }
}

const test = base.extend<Fixtures>({
  order: [
    async ({ api, owned, openStore }, use) => {
      const url = await api.createSession(owned, {
        items: [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: 2 }],
      })
      await pay(url, ['declined', 'succeeds'])
      const { order } = await api.getSession(owned, url)
      const number = String(order?.['orderNumber'])

      await openStore(`/orders/${number}`)
      await use({
        number,
        email: owned.email,
        payments: async () => (await api.listPayments(owned)).data.map(({ status }) => status),
      })
    },
    { auto: true },
  ],
})

const timeline = (page: Page) =>
  page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')

async function refund(page: Page, amount: string, units: string) {
  await page.getByRole('link', { name: 'Refund…' }).click()
  await page.getByLabel('Amount in EUR').fill(amount)
  await page.getByLabel('Units that go back into stock').fill(units)
  await page.getByRole('button', { name: 'Review refund' }).click()
}

async function fulfil(page: Page) {
  await page.getByRole('link', { name: 'Fulfil…' }).click()
  await page.getByRole('button', { name: 'Mark as fulfilled' }).click()
}

test.describe('Store application, the page of an order', () => {
  test('a merchant notes, fulfils and refunds an order on its page, and its timeline tells it all', async ({
    page,
    order,
  }) => {
    await test.step('a merchant keeps a note', async () => {
      await expectGood(page)
      await page.getByLabel('For your team').fill('Gift wrap')
      await page.getByRole('button', { name: 'Save note' }).click()
      await expect(page.getByRole('status')).toHaveText('The note is saved.')
      await expect(page.getByLabel('For your team')).toHaveValue('Gift wrap')
    })

    await test.step('a merchant marks the order as fulfilled, takes that back, and marks it again', async () => {
      await fulfil(page)
      await expect(page.getByRole('status')).toHaveText('The order is marked as fulfilled.')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('status')).toHaveText(
        'The order is no longer marked as fulfilled.',
      )
      await page.getByRole('link', { name: 'Fulfil…' }).click()
      await expectGood(page)
      await page.getByLabel('Carrier').fill('DHL')
      await page.getByLabel('Tracking number').fill('0034')
      await page.getByLabel('Tracking link').fill('dhl.example')
      await page.getByRole('button', { name: 'Mark as fulfilled' }).click()
      await expect(page.getByRole('alert')).toContainText('Enter an address that begins with')
      await expectGood(page)
      await page.getByLabel('Tracking link').fill('https://dhl.example/0034')
      await page.getByRole('button', { name: 'Mark as fulfilled' }).click()
      await expect(page.getByRole('status')).toHaveText('The order is marked as fulfilled.')
      await expect(page.getByRole('link', { name: 'DHL · 0034' })).toBeVisible()
      await expectGood(page)
    })

    await test.step('a merchant refunds a part of the order', async () => {
      await refund(page, '200', '1')
      await expect(page.getByRole('alert')).toContainText('Enter an amount up to €102.90')
      await expectGood(page)
      await page.getByLabel('Amount in EUR').fill('49')
      await page.getByLabel('Reason').fill('Torn sleeve')
      await page.getByRole('button', { name: 'Review refund' }).click()
      await expect(page.getByRole('heading', { name: 'Refund €49.00?' })).toBeVisible()
      await expectGood(page)
      await page.getByRole('button', { name: 'Change' }).click()
      await expect(page.getByLabel('Reason')).toHaveValue('Torn sleeve')
      await page.getByRole('button', { name: 'Review refund' }).click()
      await page.getByRole('button', { name: 'Refund €49.00' }).click()
      await expect(page.getByRole('status')).toHaveText(
        '€49.00 was refunded. 1 unit went back into stock.',
      )
      await expect(page.getByText('Partly refunded')).toBeVisible()
      await expectGood(page)
      await expect(page.getByRole('row', { name: /€49\.00 Refunded Torn sleeve/ })).toBeVisible()
      expect(await order.payments()).toEqual(['captured', 'declined'])
    })

    await test.step('a merchant refunds the rest', async () => {
      await page.getByRole('link', { name: 'Refund…' }).click()
      await expect(page.getByLabel('Amount in EUR')).toHaveValue('53.90')
      await page.getByRole('button', { name: 'Review refund' }).click()
      await page.getByRole('button', { name: 'Refund €53.90' }).click()
      await expect(page.getByRole('status')).toHaveText('€53.90 was refunded.')
      await expect(page.getByRole('link', { name: 'Refund…' })).toHaveCount(0)
      expect(await order.payments()).toEqual(['refunded', 'declined'])
    })

    await test.step('the timeline tells it all, and who did it', async () => {
      await expect(timeline(page)).toContainText([
        'Session created',
        'Checkout page opened',
        'Payment of €102.90 begun',
        'Payment declined',
        'Payment of €102.90 begun',
        '€102.90 paid',
        'Note changed',
        'Marked as fulfilled',
        'Marked as not fulfilled',
        'Marked as fulfilled',
        'Refund of €49.00 requested',
        '€49.00 refunded',
        'Refund of €53.90 requested',
        '€53.90 refunded',
      ])
      await expect(timeline(page).filter({ hasText: `By ${order.email}` })).toHaveCount(6)
    })
  })

  test('a merchant refunds an order with a keyboard alone', async ({ page }) => {
    await page.getByRole('link', { name: 'Refund…' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Refund order/ })).toBeVisible()
    await page.getByLabel('Amount in EUR').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('2.90')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Late')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Review refund' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Refund €2.90' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toHaveText(
      '€2.90 was refunded. 1 unit went back into stock.',
    )
  })
})

test.describe('Store application, the page of an order without JavaScript', () => {
  test('a merchant without script refunds and fulfils an order', async ({
    page,
    order,
    browser,
    service,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale: 'en-GB',
      storageState: await page.context().storageState(),
    })
    const plain = await context.newPage()
    await plain.goto(`${service.baseUrl}/store/orders/${order.number}`)
    await fulfil(plain)
    await expect(plain.getByRole('status')).toHaveText('The order is marked as fulfilled.')
    await refund(plain, '10', '0')
    await plain.getByRole('button', { name: 'Refund €10.00' }).click()
    await expect(plain.getByText('€10.00 was refunded.')).toBeVisible()
    await context.close()
  })
})
