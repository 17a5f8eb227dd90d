import { type Locator, type Page, expect } from '@playwright/test'
import { CARDS, type CheckoutPage } from './checkout.page.ts'
import { SURFACES, test } from './fixtures.ts'
import { SELLER } from './merchant-api.ts'

/** A press of what is about to move misses at the top, and where much moves, in the middle. */
const PARTS = [0.15, 0.5]

/** Each field that is judged when it is left, with a wrong entry and a right one. */
const fieldsOf = (checkout: CheckoutPage): [Locator, string, string][] => [
  [checkout.phone, '12', '+34 600 123 456'],
  [checkout.email, 'ana', 'ana@example.com'],
  [checkout.cardNumber, '4242 4242 4242 4241', CARDS.succeeds],
  [checkout.expiry, '01/20', '12/40'],
  [checkout.code, '1', '123'],
]

/** Presses everything out of the wrong field. Each press leaves the form as it was. */
async function pressOutOf(
  [field, wrong, right]: ReturnType<typeof fieldsOf>[number],
  { page, hold }: { page: Page; hold: (target: Locator) => Promise<void> },
) {
  const press = async (target: Locator, expectDone: () => Promise<void>) => {
    const top = () => target.evaluate((each) => each.getBoundingClientRect().top + scrollY)
    const before = await top()
    await field.fill(wrong)
    await hold(target)
    await expectDone()
    await field.fill(right)
    // The card's frame tells its height, and a button that is still on its way back would be missed.
    await expect.poll(top).toBe(before)
  }
  const box = page.getByRole('checkbox')
  await press(box, () => expect(box).toBeChecked())
  await press(page.getByRole('button', { name: 'Pay €' }), () => expect(field).toBeFocused())
  await box.uncheck()
  const option = page.getByRole('radio', { name: 'Express' })
  await press(option.locator('..'), () => expect(option).toBeChecked())
  await page.getByRole('radio', { name: 'Standard' }).check()
}

for (const surface of SURFACES)
  for (const by of ['mouse', 'touch'] as const)
    test.describe(`checkout page §2: a press out of a wrong field, ${surface}, ${by}`, () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: by === 'touch' })

      const isShort = surface === 'hosted' && by === 'mouse'
      for (const { title, fields, parts, tag } of [
        { title: 'an email address, and a card number', fields: [1, 2], parts: [0.15], tag: [] },
        { title: 'each field', fields: [0, 1, 2, 3, 4], parts: PARTS, tag: ['@long'] },
      ].slice(isShort ? 0 : 1))
        test(`does what is pressed: ${title}`, { tag }, async ({ api, open, page }) => {
          const shop = await api.createShop({ seller: { ...SELLER, mustAgree: true } })
          await api.putProduct(shop, 10)
          const checkout = await open(surface, await api.createSession(shop))
          await checkout.fillBuyer()
          await checkout.fillCard(CARDS.succeeds)
          for (const field of fields)
            for (const part of parts)
              await pressOutOf(fieldsOf(checkout)[field]!, {
                page,
                hold: (target) => checkout.hold(target, part, by),
              })
        })
    })
