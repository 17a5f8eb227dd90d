import { CARDS } from './checkout.page.ts'
import { aPicture } from './a-picture.ts'
import { expect } from './fixtures.ts'
import { expectGood, test } from './store-fixtures.ts'

test.describe('Store application, Settings', () => {
  test('an owner changes how the store writes, and what its buyers see', async ({
    page,
    service,
    api,
    owned,
    open,
    openStore,
  }) => {
    const checkout = await open('hosted', await api.createSession(owned))
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()

    await openStore('/settings/general')
    await expect(page.getByText('Euro (EUR)')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('نول وشركاه')
    await page.getByLabel('Email for buyers').fill('help@loom.example')
    await page.getByLabel('Phone for buyers').fill('+34 600 123 456')
    await page.getByLabel('Language').selectOption('de')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status')).toHaveText('Saved.')
    await openStore('/settings/branding')
    await page.getByLabel(/^Choose/).setInputFiles(aPicture())
    await page.getByRole('button', { name: 'Upload logo' }).click()
    await expect(page.getByRole('status')).toHaveText('The logo was saved.')
    const logo = page.getByRole('img', { name: 'Your logo on a light page' })
    await expect(logo).toHaveJSProperty('naturalWidth', 560)

    await page.goto(`${service.baseUrl}/store/orders`)
    await expect(page.getByText(/53,90\s€/).first()).toBeVisible()
    await expect(page.getByText('Time zone: Asia/Tokyo')).toBeVisible()

    await open('hosted', await api.createSession(owned))
    await expect(page.getByRole('heading', { name: 'نول وشركاه', level: 1 })).toBeAttached()
    const header = page.getByRole('heading', { level: 1 })
    await expect(header.getByRole('img')).toHaveAttribute('src', /\/pictures\/pic_[\w-]{43}\.webp$/)
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('نول وشركاه')
    await expect(footer.getByRole('link', { name: 'help@loom.example' })).toHaveAttribute(
      'href',
      'mailto:help@loom.example',
    )
    await expect(footer.getByRole('link', { name: '+34 600 123 456' })).toHaveAttribute(
      'href',
      'tel:+34600123456',
    )
  })

  test('on a phone Save stays in reach, covers no field that has the focus, and the tab is in view', async ({
    page,
    openStore,
  }) => {
    await page.setViewportSize({ width: 390, height: 640 })
    await openStore('/settings/general')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Name', { exact: true }).fill('Loom')
    await page.getByLabel(/^Buyers may start again/).press('Space')
    await page.getByLabel('Name', { exact: true }).focus()
    // From the first field to the button, and no field is behind the bar.
    const findCovered = () => {
      const focused = document.activeElement
      const bar = document.querySelector('[data-saved] > .actions')
      if (!focused || !bar || bar.contains(focused)) return undefined
      return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
    }
    const covered: (boolean | undefined)[] = []
    while (covered.at(-1) !== undefined || covered.length === 0) {
      covered.push(await page.evaluate(findCovered))
      await expect(save).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Tab')
    }
    expect(covered.length).toBeGreaterThan(10)
    expect(covered).not.toContain(true)
    await page.getByLabel('Name', { exact: true }).fill('Loom & Co')
    await page.getByLabel(/^Buyers may start again/).press('Space')

    await openStore('/settings/audit-log')
    const tabs = page.getByRole('navigation', { name: 'Settings' })
    await expect(tabs.getByRole('link', { name: 'Audit log' })).toBeInViewport({ ratio: 0.9 })
    await expect(tabs.getByRole('link', { name: 'General' })).not.toBeInViewport()
    expect((await tabs.boundingBox())?.height).toBeLessThan(48)
  })

  test('what is not saved is named before an owner leaves, who loses it only by choice', async ({
    page,
    openStore,
  }) => {
    await openStore('/settings/general')
    const named = page.getByText(/^Not saved yet/)
    const orders = page.getByRole('link', { name: 'Orders' })
    await expect(named).toBeHidden()
    await page.getByLabel('Name', { exact: true }).fill('Loom')
    await page.getByLabel(/^Buyers may start again/).press('Space')
    await page.getByLabel('Language').selectOption('de')
    await expect(named).toHaveText(
      'Not saved yet: Name; Language; Buyers may start again on expired and sold-out pages',
    )
    await page.getByLabel('Language').selectOption('en-GB')
    await orders.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(dialog.getByRole('listitem')).toHaveText([
      'Name: Loom & Co → Loom',
      'Buyers may start again on expired and sold-out pages: no → yes',
    ])
    await expectGood(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(orders).toBeFocused()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await orders.click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status')).toHaveText('Saved.')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Loom')
    await page.getByLabel('Name', { exact: true }).fill('Loom 2')
    await orders.click()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
    await openStore('/settings/general')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Loom')
    await page.getByLabel('Name', { exact: true }).fill('Loom 2')
    const asked: string[] = []
    page.once('dialog', (question) => {
      asked.push(question.type())
      void question.accept()
    })
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Loom')
  })

  test('an owner orders the options of the next session, with a keyboard alone', async ({
    page,
    api,
    owned,
    open,
    openStore,
  }) => {
    const before = await api.createSession(owned)
    await openStore('/settings/delivery')
    await page.getByLabel('Name', { exact: true }).fill('Courier')
    await page.getByLabel('Price (EUR)').fill('7,50')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText('The option was added.')
    for (let position = 3; position > 1; position -= 1) {
      await page.getByRole('button', { name: 'Up: Courier' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('status')).toContainText('The order was changed.')
    }
    await expect(page.getByRole('listitem').first()).toContainText(/Courier\s*€7.50\s*Preselected/)
    await page.getByRole('link', { name: 'Edit: Standard' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Price (EUR)')).toHaveValue('4.90')
    await page.getByLabel('Price (EUR)').focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText('Saved.')

    await open('hosted', await api.createSession(owned))
    await expect(page.getByRole('radio')).toHaveCount(3)
    const labels = await page
      .getByRole('radio')
      .evaluateAll((options) => options.map((option) => option.parentElement?.innerText))
    expect(labels.map((label) => label?.split(/\s/, 1)[0])).toEqual([
      'Courier',
      'Standard',
      'Express',
    ])
    await expect(page.getByRole('radio', { name: /^Standard\s*Free$/ })).toBeVisible()
    await expect(page.getByRole('radio').first()).toBeChecked()
    await open('hosted', before)
    await expect(page.getByRole('radio')).toHaveCount(2)
  })
})

test.describe('Store application, Settings without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without script, the currency can be changed until something depends on it', async ({
    page,
    api,
    owned,
    openStore,
  }) => {
    await openStore('/settings/general')
    await page.getByLabel('Currency').selectOption('Japanese Yen (JPY)')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Prices and fees have 2 decimals')
    await page.getByLabel('Currency').selectOption('Swiss Franc (CHF)')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status')).toHaveText('Saved.')
    await api.createSession(owned)
    await openStore('/settings/general')
    await expect(page.getByText('It stays while a checkout is open')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Currency' })).toHaveValue('CHF')
    await expect(page.getByRole('textbox', { name: 'Currency' })).not.toBeEditable()
  })

  test('without script, Settings take a logo and say what is no picture', async ({
    page,
    openStore,
  }) => {
    await openStore('/settings/branding')
    await page
      .getByLabel(/^Choose/)
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await page.getByRole('button', { name: 'Upload logo' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'Choose a PNG, JPEG or WebP picture: this file is none of them.',
    )
    await page.getByLabel(/^Choose/).setInputFiles(aPicture())
    await page.getByRole('button', { name: 'Upload logo' }).click()
    await expect(page.getByRole('img', { name: 'Your logo on a dark page' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await expect(page.getByRole('status')).toHaveText('The logo was removed: buyers see the name.')
  })
})

test.describe('Store application, Settings: what axe finds', () => {
  test('axe finds nothing in Settings, nor where buyers see a long name, a logo and the contact', async ({
    page,
    api,
    owned,
    open,
    openStore,
  }) => {
    await openStore('/settings/branding')
    await page.getByLabel(/^Choose/).setInputFiles(aPicture())
    await page.getByRole('button', { name: 'Upload logo' }).click()
    await expect(page.getByRole('status')).toBeVisible()
    await openStore('/settings/general')
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByLabel('Phone for buyers').fill('1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGood(page)
    await openStore('/settings/general')
    await page.getByLabel('Currency').selectOption('Japanese Yen (JPY)')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGood(page)
    await openStore('/settings/delivery')
    await page.getByRole('button', { name: 'Add option' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGood(page)
    await page.getByRole('link', { name: 'Edit: Express' }).click()
    await expect(page.getByRole('heading', { name: 'Express', level: 1 })).toBeVisible()
    await expectGood(page)
    await openStore('/settings/general')
    await page
      .getByLabel('Name', { exact: true })
      .fill('Donaudampfschifffahrtsgesellschaft '.repeat(3))
    await page.getByLabel('Email for buyers').fill(`${'long'.repeat(20)}@loom.example`)
    await page.getByLabel('Phone for buyers').fill('+34 600 123 456')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status')).toHaveText('Saved.')
    await (await open('hosted', await api.createSession(owned))).expectReady()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expectGood(page)
  })
})
