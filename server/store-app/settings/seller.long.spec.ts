import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import { SELLER, type TestStore, aBuyer, aProduct, aSession } from '../../testing/builders.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import {
  type Browser,
  anOwner,
  errorsIn,
  noticeIn,
  versionIn,
} from '../../testing/store/store-browser.ts'

const { service, sql } = await openSpecService()

const GENERAL = '/settings/general'
const SAVE = `${GENERAL}/seller`
const FROM = { page: SAVE }

/** As a page has it. */
const NAME = 'Loom &amp; Co, S.L.'

const FIELDS = { ...SELLER, version: '0' }

/** The general settings, of which only the given ones are not as they were first. */
const saveGeneral = async (browser: Browser, fields: Record<string, string>) =>
  browser.post(
    GENERAL,
    {
      name: 'Loom & Co',
      contactEmail: '',
      contactPhone: '',
      language: 'en-GB',
      timeZone: 'UTC',
      version: versionIn(await browser.open(GENERAL)),
      ...fields,
    },
    { page: GENERAL },
  )

const contactOf = async ({ id }: TestStore) =>
  (
    await sql.rows(
      'select name, contact_email as email, contact_phone as phone from stores where id = $1',
      [id],
    )
  )[0]

describe('decision 74: Settings → General, seller and terms', () => {
  test('the seller is empty at first; what is saved is shown, told to buyers, and audited', async () => {
    const { store, browser } = await anOwner(service, sql)
    expect(textOf(await browser.open(GENERAL))).toContain(
      'Buyers do not see yet whom they buy from',
    )
    const saved = await browser.submit(SAVE, { ...FIELDS, mustAgree: 'yes' }, FROM)
    expect(noticeIn(saved).text).toBe('Saved.')
    const shown = textOf(saved)
    for (const text of [NAME, '28004 Madrid', SELLER.termsUrl, 'Version 1, since'])
      expect(shown).toContain(text)
    expect(shown).toContain('Buyers agree to the terms with a box.')
    expect((await browser.open(SAVE)).text).toMatch(/name="mustAgree"[^>]*checked/)

    await aProduct(service, store)
    const buyer = await aBuyer(service, await aSession(service, store))
    const { body } = await buyer.send<CheckoutView>('GET', 'view')
    expect(body.store.seller).toEqual({ ...SELLER, mustAgree: true })

    const audit = textOf(await browser.open('/settings/audit-log'))
    expect(audit).toContain(`Legal name: nothing → ${NAME}`)
    expect(audit).toContain(`Terms of sale: nothing → ${SELLER.termsUrl}`)
    expect(audit).toContain('Buyers agree to the terms: off → on')
  })

  test('the same seller saved again is no change', async () => {
    const { browser } = await anOwner(service, sql)
    await browser.submit(SAVE, FIELDS, FROM)
    const again = await browser.submit(SAVE, { ...FIELDS, version: '1' }, FROM)
    expect(textOf(again)).toContain('Version 1, since')
    const audit = textOf(await browser.open('/settings/audit-log'))
    expect(audit.match(/Legal name:/g)).toHaveLength(1)
  })

  test('each wrong field of the seller is named, and what was typed stays', async () => {
    const { browser } = await anOwner(service, sql)
    const answer = await browser.submit(
      SAVE,
      {
        ...FIELDS,
        legalName: ' ',
        address: 'x'.repeat(501),
        termsUrl: 'http://loom.example/terms',
        privacyUrl: 'loom.example',
        returnsUrl: 'javascript:alert(1)',
      },
      FROM,
    )
    expect(answer.status).toBe(422)
    expect(errorsIn(answer)).toEqual([
      'Enter a name of 1 to 200 characters.',
      'Enter a postal address of 1 to 500 characters.',
      'Enter the address of your terms of sale, such as https://loom.example/terms.',
      'Enter the address of your privacy policy, such as https://loom.example/privacy.',
      'Enter the address of your terms of withdrawal and returns, such as https://loom.example/returns.',
    ])
    expect(answer.text).toContain('value="http://loom.example/terms"')
    expect(textOf(await browser.open(GENERAL))).toContain('Buyers do not see yet')
  })

  test('a seller may link to an accessibility statement, and take the link away', async () => {
    const { browser } = await anOwner(service, sql)
    const accessibilityUrl = 'https://loom.example/accessibility'
    const wrong = await browser.submit(SAVE, { ...FIELDS, accessibilityUrl: 'loom.example' }, FROM)
    expect(errorsIn(wrong)).toEqual([
      'Enter the address of your accessibility statement, such as https://loom.example/accessibility, or nothing.',
    ])
    const saved = await browser.submit(SAVE, { ...FIELDS, accessibilityUrl }, FROM)
    expect(textOf(saved)).toMatch(new RegExp(`Accessibility statement +${accessibilityUrl} `))
    expect((await browser.open(SAVE)).text).toContain(`value="${accessibilityUrl}"`)
    const away = { ...FIELDS, accessibilityUrl: '', version: '1' }
    expect(textOf(await browser.submit(SAVE, away, FROM))).not.toContain('Accessibility statement')
    const audit = textOf(await browser.open('/settings/audit-log'))
    expect(audit).toContain(`Accessibility statement: ${accessibilityUrl} → nothing`)
  })

  test('a seller says how buyers withdraw, too; the terms may be where', async () => {
    const { browser } = await anOwner(service, sql)
    const answer = await browser.submit(SAVE, { ...FIELDS, returnsUrl: '' }, FROM)
    expect(errorsIn(answer)).toEqual([
      'Enter the address of your terms of withdrawal and returns, such as https://loom.example/returns.',
    ])
    expect(textOf(await browser.open(GENERAL))).toContain('Buyers do not see yet')
    const saved = await browser.submit(SAVE, { ...FIELDS, returnsUrl: FIELDS.termsUrl }, FROM)
    expect(textOf(saved)).toMatch(
      new RegExp(`Terms of sale +${SELLER.termsUrl} .*Withdrawal and returns +${SELLER.termsUrl} `),
    )
  })

  test('of two owners at once nobody writes a seller over what the other has not seen', async () => {
    const { browser } = await anOwner(service, sql)
    await browser.submit(SAVE, FIELDS, FROM)
    const late = await browser.submit(SAVE, { ...FIELDS, legalName: 'Loom Two' }, FROM)
    expect(late.status).toBe(422)
    expect(textOf(late)).toContain('Somebody else has changed this since you opened it.')
    expect(textOf(late)).toContain(NAME)
    expect(late.text).toContain('value="Loom Two"')
    expect(versionIn(late)).toBe('1')
    const saved = await browser.submit(
      SAVE,
      { ...FIELDS, legalName: 'Loom Two', version: '1' },
      FROM,
    )
    expect(textOf(saved)).toContain('Loom Two')
  })

  test('a store that takes real money keeps one way to reach it, once that was said', async () => {
    const { store, browser } = await anOwner(service, sql)
    const phone = { contactPhone: '+34 600 123 456' }
    expect((await saveGeneral(browser, { name: 'Not said yet' })).status).toBe(303)
    expect((await saveGeneral(browser, { contactEmail: 'help@loom.example' })).status).toBe(303)
    expect((await saveGeneral(browser, phone)).status).toBe(303)
    const refused = await saveGeneral(browser, { name: 'Nobody' })
    expect([refused.status, errorsIn(refused)]).toEqual([
      422,
      ['Enter an email address or a phone number: buyers have to be able to reach you.'],
    ])
    expect(refused.text).toMatch(/id="field-contactEmail"[^>]*aria-invalid="true"/)
    expect(refused.text).toContain('value="Nobody"')
    expect(await contactOf(store)).toEqual({
      name: 'Loom & Co',
      email: null,
      phone: '+34 600 123 456',
    })
    const fields = { name: 'Somebody', ...phone, version: versionIn(refused) }
    expect((await saveGeneral(browser, fields)).status).toBe(303)
  })

  test.each([
    ['a test store', 'update stores set is_test = true, seller_required = false where id = $1'],
    ['a store of before', 'update stores set seller_required = false where id = $1'],
  ])('%s may be without a way to reach it', async (_kind, made) => {
    const { store, browser } = await anOwner(service, sql)
    await sql.rows(made, [store.id])
    await saveGeneral(browser, { contactEmail: 'help@loom.example' })
    expect((await contactOf(store))?.['email']).toBe('help@loom.example')
    expect((await saveGeneral(browser, {})).status).toBe(303)
    expect((await contactOf(store))?.['email']).toBeNull()
    expect(textOf(await browser.open(GENERAL))).toContain('Shown to buyers; may stay empty.')
  })

  test('an order’s page says what seller its buyer was shown, whatever is said now', async () => {
    const { store, browser } = await anOwner(service, sql)
    await aProduct(service, store)
    const orderOf = async (pay: Record<string, unknown> = {}) => {
      const { body } = await (await aBuyer(service, await aSession(service, store))).pay(pay)
      if (body.status !== 'complete') throw new Error('no order')
      return textOf(await browser.open(`/orders/${body.order.orderNumber}`))
    }
    expect(await orderOf()).not.toContain('Seller and terms')
    await browser.submit(SAVE, { ...FIELDS, mustAgree: 'yes' }, FROM)
    const agreed = await orderOf({ agreedToTerms: true })
    expect(agreed).toContain('The buyer was shown this, and agreed to the terms with a box.')
    expect(agreed).toContain('Version 1, since')
    await browser.submit(SAVE, { ...FIELDS, version: '1' }, FROM)
    const shown = await orderOf()
    expect(shown).toMatch(/The buyer was shown this\. +Sold by Loom &amp; Co, S\.L\./)
    expect(shown).toContain('Version 2, since')
  })
})
