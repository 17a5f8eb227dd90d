import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'
import { SELLER } from './merchant-api.ts'

/** What a buyer reads and presses, in two languages that are written in opposite directions. */
const LANGUAGES = {
  en: {
    order: 'Order number',
    contact: 'Email or phone',
    hint: 'The one you gave when you ordered',
    begin: 'Withdraw from contract here',
    title: 'Withdraw from contract',
    onward: 'Continue',
    check: 'Check your withdrawal',
    confirm: 'Confirm withdrawal',
    item: 'Item',
    unknown: /We could not find an order/,
    done: 'You have withdrawn from the contract',
    received: 'Withdrawal received',
  },
  ar: {
    order: 'رقم الطلب',
    contact: 'البريد الإلكتروني أو الهاتف',
    hint: 'ما أدخلته عند الطلب',
    begin: 'العدول عن العقد',
    title: 'العدول عن العقد',
    onward: 'متابعة',
    check: 'مراجعة العدول',
    confirm: 'تأكيد العدول',
    item: 'السلعة',
    unknown: /لم نعثر على طلب بهذا الرقم/,
    done: 'تم العدول عن العقد',
    received: 'وقت استلام العدول',
  },
}

/** How its heading is set, and how much of the column its parts have. */
const looksOf = (page: Page) =>
  page.locator('.result').evaluate((result: HTMLElement) => {
    const { fontSize, lineHeight } = getComputedStyle(result.querySelector('h1')!)
    const parts = [...result.querySelectorAll<HTMLElement>('.field, .notice, .facts')]
    const widths = new Set(parts.map((part) => part.offsetWidth / result.offsetWidth))
    return { heading: { fontSize, lineHeight }, widths: [...widths] }
  })

test.describe('Directive 2023/2673: a buyer withdraws by keyboard, heard by a screen reader', () => {
  for (const [lang, words] of Object.entries(LANGUAGES))
    test(`from the receipt to the acknowledgement, in ${lang}`, async ({ api, page }) => {
      const shop = await api.createShop({ seller: SELLER, contactEmail: 'help@loom.example' })
      await api.putProduct(shop, 10)
      const url = await api.createSession(shop)
      await api.payAsProgram(url, '4242424242424242')
      const { order } = await api.getSession(shop, url)
      const number = String(order?.['orderNumber'])
      const main = page.getByRole('main')

      await page.goto(`${url}?lang=${lang}`)
      const link = main.getByRole('link', { name: words.begin })
      await page.goto((await link.getAttribute('href'))!)
      await expect(page.getByLabel(words.order)).toHaveValue(number)
      await expect(main).toMatchAriaSnapshot(`
        - heading "${words.title}" [level=1]
        - paragraph
        - text: ${words.order}
        - textbox "${words.order}": ${number}
        - text: ${words.contact}
        - textbox "${words.contact}"
        - paragraph: ${words.hint}
        - button "${words.onward}"
      `)
      await expectAccessible(page)

      await page.getByLabel(words.contact).focus()
      await page.keyboard.type('eve@mail.example')
      await page.keyboard.press('Enter')
      await expect(main.getByRole('alert')).toHaveText(words.unknown)
      await expect(page.getByLabel(words.order)).toHaveAccessibleDescription(words.unknown)
      const looks = await looksOf(page)
      expect(looks.widths).toEqual([1])
      await expectAccessible(page)

      await page.getByLabel(words.contact).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('600 123 456')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: words.onward })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(main).toMatchAriaSnapshot(`
        - heading "${words.check}" [level=1]
        - paragraph: /Loom & Co, S\\.L\\./
        - term: ${words.order}
        - definition:
          - code: ${number}
        - term: ${words.item}
        - definition: /Linen shirt/
        - button "${words.confirm}"
      `)
      await expectAccessible(page)

      expect(await looksOf(page)).toEqual(looks)
      await page.getByRole('button', { name: words.confirm }).focus()
      await page.keyboard.press('Space')
      await expect(main).toMatchAriaSnapshot(`
        - heading "${words.done}" [level=1]
        - term: ${words.received}
        - definition: /UTC/
      `)
      await expect(page).toHaveTitle(words.done)
      await expectAccessible(page)
    })
})
