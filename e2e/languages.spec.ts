import { type Page } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { expectWhole } from './expect-whole.ts'
import { expect, test } from './fixtures.ts'

/** As a translating browser does it, again and again: every text in elements of its own, in other words. */
async function translateAll(page: Page) {
  await page.evaluate(() => {
    function translate() {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (walker.nextNode()) found.push(walker.currentNode as Text)
      for (const text of found) {
        const parent = text.parentElement
        if (!text.data.trim() || !parent) continue
        if (parent.closest('script, style, font, textarea, svg, [translate=no]')) continue
        const outer = document.createElement('font')
        const inner = document.createElement('font')
        inner.textContent = `«${text.data}»`
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    translate()
    new MutationObserver(translate).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
}

test.describe('checkout page: in a browser that translates', () => {
  test('no text lies: the second problem takes the place of the first, and the receipt that of the form', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    await page.goto(await api.createSession(shop))
    await checkout.expectReady()
    await translateAll(page)
    const pay = page.locator('[data-pay]')
    const problem = page.locator('[data-live=problem]')
    await expect(pay).toHaveText(/^«Pay »€/)
    await pay.click()
    await expect(problem.getByRole('link')).toHaveCount(6)
    await expect(problem).toContainText('Enter your full name')
    await checkout.fillBuyer()
    await pay.click()
    await expect(problem.getByRole('link')).toHaveCount(3)
    await expect(problem).not.toContainText('Enter your full name')
    await checkout.fillCard(CARDS.declined)
    await pay.click()
    await expect(problem).toContainText('Your card was declined.')
    await expect(problem).not.toContainText('Enter')
    await expect(pay).toHaveText(/^«Pay »€/)
    await checkout.fillCard(CARDS.succeeds)
    await pay.click()
    await expect(page.locator('h1')).toHaveText('«Payment received»')
    await expect(page.locator('code')).toHaveText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    await expect(page.getByText('Ana Example', { exact: true })).toBeVisible()
    await expect(page.getByText('Your card was declined.')).toHaveCount(0)
  })

  test('an expired page says so in the place of everything else', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    const url = await api.createSession(shop)
    await page.goto(url)
    await checkout.expectReady()
    await translateAll(page)
    await api.expireSession(url)
    await expect(page.locator('h1')).toHaveText('«This payment link has expired»')
    await expect(page.locator('form')).toHaveCount(0)
  })
})

test.describe('checkout page: a buyer who speaks another language', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

  test('is spoken to in it from the first byte, in the frame and on the receipt, too', async ({
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
    await card.getByLabel(/^Gültig bis/).fill('12/40')
    await card.getByLabel('Prüfnummer').fill('12')
    await page.getByRole('button', { name: / bezahlen$/ }).click()
    await expect(card.getByText('Geben Sie die Prüfnummer ein')).toBeVisible()
    await card.getByLabel('Prüfnummer').fill('123')
    await page.getByRole('button', { name: / bezahlen$/ }).click()
    await expect(page.getByText('Ihre Karte wurde abgelehnt.')).toBeVisible()
    // The page has just moved the focus: a press takes it into the frame for certain.
    await card.getByLabel('Kartennummer').click()
    await card.getByLabel('Kartennummer').fill(CARDS.succeeds)
    await card.getByLabel('Prüfnummer').fill('123')
    await page.getByRole('button', { name: / bezahlen$/ }).click()
    await expect(page.getByRole('heading', { name: 'Zahlung eingegangen' })).toBeVisible()
    await expect(page).toHaveTitle(/^Bezahlt – /)
    await expect(page.locator('time')).toHaveText(/ um \d?\d:\d\d$/)
    expect(await page.locator('body').textContent()).not.toMatch(/\b(your|the|paid)\b/i)
  })

  test('reads from the right in a right-to-left language, names of another script, too', async ({
    api,
    shop,
    page,
  }) => {
    await page.goto(`${await api.createSession(shop)}?lang=ar`)
    const gaps = await page.locator('.summary p, .field .hint').evaluateAll((all) =>
      all.map((one) => {
        const text = document.createRange()
        text.selectNodeContents(one)
        return Math.round(one.getBoundingClientRect().right - text.getBoundingClientRect().right)
      }),
    )
    expect(gaps).toEqual(gaps.map(() => 0))
  })

  test('chooses another without a script, keeps it when the page is loaded again, and what was typed', async ({
    api,
    shop,
    page,
  }) => {
    await page.goto(await api.createSession(shop))
    await page.getByLabel('Vor- und Nachname').fill('Ana Example')
    await page.getByLabel('Telefon').focus()
    await page.getByRole('link', { name: 'Sprache: Deutsch' }).click()
    await page.getByRole('link', { name: 'עברית' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.reload()
    await expect(page.getByLabel('שם מלא')).toHaveValue('Ana Example')
    await expect(page.frameLocator('iframe').getByLabel('מספר כרטיס')).toBeVisible()
  })
})

const LANGUAGES = 'en es fr de pt-BR ru mn zh-CN ja hi ar he'.split(' ')

test.describe('checkout page: a language that the browser has no formats of', () => {
  test('is written as the server has written it: with 24 hours, and a point', async ({
    api,
    shop,
    page,
  }) => {
    await page.goto(`${await api.createSession(shop)}?lang=mn`)
    await expect(page.locator('iframe[data-ready]')).toBeVisible()
    await expect(page.locator('time')).toHaveText(/^Үнэ \d\d?:\d\d хүртэл/)
    await expect(page.locator('[data-pay]')).toHaveText(/^€\s?53\.90 төлөх$/)
  })
})

test.describe('checkout page: nothing is cut off', () => {
  for (const width of [390, 320]) {
    const tag = width === 320 ? [] : ['@long']
    test(
      `in any language at ${width} px, on the form and in the frame`,
      { tag },
      async ({ api, shop, page }) => {
        await page.setViewportSize({ width, height: 800 })
        const url = await api.createSession(shop)
        for (const language of LANGUAGES) {
          await page.goto(`${url}?lang=${language}`)
          await expect(page.locator('iframe[data-ready]')).toBeVisible()
          await page.locator('[data-pay]').click()
          await expect(page.locator('[data-live=problem] li')).toHaveCount(6)
          // As it is seen: two words that stand in one line have a space between them.
          expect(await page.locator('[data-pay]').innerText(), language).toMatch(/\s/)
          await expectWhole(page, { [`${language}, ${width} px`]: { width } })
        }
      },
    )
  }
})
