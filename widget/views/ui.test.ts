import { describe, expect, test } from 'vitest'
import { languageOf, messagesOf, ownPageTexts } from '../i18n/catalogues.ts'
import { aView, anOrder } from '../test/a-view.ts'
import { receiptView } from './receipt-view.ts'
import { createUi, inZone, daysText } from './ui.ts'

describe('checkout-page §3: a language that Chromium has no formats of', () => {
  test.each(['mn', 'mn-MN'])(
    'a language that Chromium has no formats of is written as in any browser: %s',
    (language) => {
      const messages = messagesOf(languageOf(language))
      const { t, money, time } = createUi({
        language,
        messages,
        hosted: true,
        ...inZone(language, 'UTC'),
      })
      expect(money(5_390_000, { currency: 'MNT', currencyDigits: 2 })).toBe('₮53,900.00')
      expect(money(5_390, { currency: 'EUR', currencyDigits: 2 })).toBe('€53.90')
      const paidAt = time('2026-11-25T16:05:00Z', { full: true, currency: 'MNT' })
      expect(paidAt).toMatch(/^2026-11-25 16:05\sUTC$/)
      expect(t('seller.withdraw', { days: daysText(14, { language }) })).toBe(
        'Гэрээг цуцлах (14 хоног)',
      )
    },
  )
})

describe('Directive 2023/2673: the days in which a buyer may withdraw', () => {
  test.each([
    ['en', 1, 'Withdraw from contract here (1 day)'],
    ['en', 14, 'Withdraw from contract here (14 days)'],
    ['ru', 21, 'Отказаться от договора (21 день)'],
    ['ar-EG', 14, 'العدول عن العقد (14 يومًا)'],
    ['ja', 14, '契約を撤回する（14 日間）'],
  ])('the period is a number with its word, in %s for %i', (language, count, text) => {
    const messages = messagesOf(languageOf(language))
    const { t } = createUi({ language, messages, hosted: true })
    expect(t('seller.withdraw', { days: daysText(count, { language }) })).toBe(text)
  })
})

test('contract §5: a receipt that the script draws on our own page lacks none of its texts', () => {
  const all = languageOf('en')
  const store = {
    ...aView().store,
    pricesIncludeTax: true as const,
    withdrawal: { url: 'https://pay.example/withdraw', days: 14 },
  }
  const view = aView({ store, successUrl: 'https://shop.example', status: 'complete' })
  const card = { brand: 'Visa', last4: '4242' }
  const blankForm = Object.fromEntries(Object.keys(all.form).map((key) => [key, '']))
  const draw = (form: Partial<typeof all.form>) =>
    JSON.stringify(
      receiptView(
        { type: 'complete', view: { ...view, card }, order: anOrder(), returning: true },
        createUi({
          language: 'en',
          messages: { ...messagesOf(all), ...blankForm, ...form },
          hosted: true,
          ...inZone('en', 'UTC'),
        }),
      ),
    )
  expect(draw(ownPageTexts(all))).toBe(draw(all.form))
  expect(draw(all.form)).toContain('Total incl. VAT')
})
