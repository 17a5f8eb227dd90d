import { CARDS } from './checkout.page.ts'
import { expectWhole } from './expect-whole.ts'
import { expect, test } from './fixtures.ts'

test.describe('decision 68: a buyer who speaks another language', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

  test('the page speaks the buyer’s language from the first byte, in frame and receipt, too', async ({
    api,
    shop,
    page,
  }) => {
    const answer = await page.goto(await api.createSession(shop))
    expect(await answer?.text()).toContain('Vor- und Nachname')
    const card = page.frameLocator('iframe[title="Kartendaten"]')
    await page.getByLabel('Vor- und Nachname').fill('Ana Example')
    await page.getByLabel('Telefon').fill('+34 600 123 456')
    await page.getByLabel('Lieferadresse').fill('Calle Mayor 1')
    await card.getByLabel('Kartennummer').fill(CARDS.declined)
    await card.getByLabel(/^Ablaufdatum/).fill('12/40')
    await card.getByLabel('Prüfnummer').fill('12')
    await page.getByRole('button', { name: / bezahlen$/ }).click()
    await expect(card.getByText('Geben Sie die Prüfnummer ein')).toBeVisible()
    await card.getByLabel('Prüfnummer').fill('123')
    await page.getByRole('button', { name: / bezahlen$/ }).click()
    await expect(page.getByText(/0002: Ihre Karte wurde abgelehnt/)).toBeVisible()
    // The page has moved the focus just now. A press surely takes it into the frame.
    await card.getByLabel('Kartennummer').click()
    await card.getByLabel('Kartennummer').fill(CARDS.succeeds)
    await card.getByLabel('Prüfnummer').fill('123')
    await page.getByRole('button', { name: / bezahlen$/ }).click()
    await expect(page.getByRole('heading', { name: 'Zahlung eingegangen' })).toBeVisible()
    await expect(page).toHaveTitle(/^Bezahlt – /)
    await expect(page.locator('time')).toHaveText(/ um \d\d:\d\d Uhr$/)
    expect(await page.locator('body').textContent()).not.toMatch(/\b(your|the|paid)\b/i)
  })

  test(
    'a buyer reads a right-to-left language from the right, names of another script, too',
    { tag: '@long' },
    async ({ api, shop, page }) => {
      await page.goto(`${await api.createSession(shop)}?lang=ar`)
      const gaps = await page.locator('.summary p, .field .hint').evaluateAll((all) =>
        all.map((one) => {
          const text = document.createRange()
          text.selectNodeContents(one)
          return Math.round(one.getBoundingClientRect().right - text.getBoundingClientRect().right)
        }),
      )
      expect(gaps).toEqual(gaps.map(() => 0))
    },
  )

  test(
    'a language chosen without a script is there after a reload, and so is what was typed',
    { tag: '@long' },
    async ({ api, shop, page }) => {
      await page.goto(await api.createSession(shop))
      await page.getByLabel('Vor- und Nachname').fill('Ana Example')
      await page.getByLabel('Telefon').focus()
      await page.getByRole('link', { name: 'Sprache: Deutsch' }).click()
      await page.getByRole('link', { name: 'עברית' }).click()
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await page.reload()
      await expect(page.getByLabel('שם מלא')).toHaveValue('Ana Example')
      await expect(page.frameLocator('iframe').getByLabel('מספר כרטיס')).toBeVisible()
    },
  )
})

const LANGUAGES = 'en es fr de it nl pl pt-BR pt-PT ru mn zh-CN ja hi ar he'.split(' ')

test.describe(
  'decision 68: a language that the browser has no formats of',
  { tag: '@long' },
  () => {
    test('a browser that has no formats of a language writes it as the server does', async ({
      api,
      page,
    }) => {
      const shop = await api.createShop({ currency: 'MNT' })
      await api.putProduct(shop, 5)
      await page.goto(`${await api.createSession(shop)}?lang=mn`)
      await expect(page.locator('iframe[data-ready]')).toBeVisible()
      await page.getByText('Express').click()
      await expect(page.locator('time')).toHaveText(/^Үнэ \d\d?:\d\d хүртэл/)
      await expect(page.locator('[data-pay]')).toHaveText('₮61.50 төлөх')
      // What the server has written and what the browser has must be the same.
      const text = await page.locator('body').innerText()
      expect(text).toContain('₮4.90')
      expect(text).not.toMatch(/MNT|₮\s/)
    })
  },
)

test.describe('decision 68: in any language', { tag: '@long' }, () => {
  test('in any language nothing is cut off at 390 and 320 px, on the form and in the frame', async ({
    api,
    shop,
    page,
  }) => {
    const url = await api.createSession(shop)
    for (const language of LANGUAGES) {
      await page.goto(`${url}?lang=${language}`)
      await expect(page.locator('iframe[data-ready]')).toBeVisible()
      await page.locator('[data-pay]').click()
      await expect(page.locator('[data-live=problem] [role=alert] p')).toContainText(/\p{Nd}/u)
      // As it is seen: two words in one line have a space between them.
      expect(await page.locator('[data-pay]').innerText(), language).toMatch(/\s/)
      await expectWhole(page, {
        [`${language}, 390 px`]: { width: 390 },
        [`${language}, 320 px`]: { width: 320 },
      })
    }
  })
})
