import { CARDS } from './checkout.page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, runWithMerchant, test as base } from './fixtures.ts'
import { startService } from './service.ts'

/** Buyers are told of mails where some are sent; nobody listens there, so that they wait. */
const SMTP_URL = 'smtp://127.0.0.1:1?from=Loom <mail@loom.example>'

const test = base.extend({
  running: async ({}, use) =>
    runWithMerchant(await startService({ SMTP_URL, LOG_LEVEL: 'error' }), use),
})

test(
  'a buyer who mistyped the email address corrects it from the receipt, by keyboard',
  { tag: '@long' },
  async ({ api, shop, open, page }) => {
    const checkout = await open('hosted', await api.createSession(shop))
    await checkout.email.fill('ana@gmial.example')
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
    const confirmation = page.getByRole('definition').filter({ hasText: '@' })
    await expect(confirmation).toContainText('ana@gmial.example')

    await confirmation.getByRole('link', { name: 'Correct the email address' }).focus()
    await page.keyboard.press('Enter')
    const main = page.getByRole('main')
    await expect(main).toMatchAriaSnapshot(`
    - heading "Correct the email address" [level=1]
    - text: Email
    - textbox "Email": ana@gmial.example
    - paragraph:
      - button "Send confirmation"
  `)
    await expectAccessible(page)

    await checkout.email.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('ana.example')
    await page.keyboard.press('Enter')
    await expect(checkout.email).toHaveAccessibleDescription(/email/i)
    await expect(checkout.email).toHaveValue('ana.example')
    await expectAccessible(page)

    await checkout.email.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('ana@right.example')
    await page.keyboard.press('Tab')
    await expect(main.getByRole('button')).toBeFocused()
    await page.keyboard.press('Enter')
    await checkout.expectReceipt()
    await expect(confirmation).toContainText('ana@right.example')
    await expectAccessible(page)
  },
)
