import { screen, within } from 'shadow-dom-testing-library'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { FRAME_URL } from '../test/a-card-frame.ts'
import {
  aCheckoutView,
  alert,
  expectReceipt,
  field,
  fillBuyer,
  focused,
  heading,
  openCheckout,
  pay,
  payButton,
  pressPay,
  seen,
  status,
  text,
  typeBuyer,
  describeBoth,
} from '../test/a-checkout.ts'

const OPTIONS = [
  { id: 'standard', name: 'Standard', fee: 490 },
  { id: 'express', name: 'Express', fee: 1250 },
  { id: 'pickup', name: 'Pick-up point', fee: 0 },
]

describeBoth('checkout page §2 The form', (surface) => {
  test('leaving a field leaves the button’s text alone: WebKit would lose the press that left it', async () => {
    await openCheckout({ surface })
    const before = payButton()!.firstChild
    await typeBuyer()
    await userEvent.tab()
    expect(payButton()!.firstChild).toBe(before)
  })

  test.each([
    [
      'Full name',
      { name: 'name', autocomplete: 'name', autocapitalize: 'words', maxlength: '120' },
    ],
    ['Phone', { name: 'phone', type: 'tel', inputmode: 'tel', autocomplete: 'tel' }],
    ['Email (optional)', { name: 'email', type: 'email', autocomplete: 'email' }],
    ['Delivery address', { name: 'place', autocomplete: 'shipping street-address', rows: '2' }],
  ])('"%s" is a field that browsers know how to fill in', async (label, attributes) => {
    await openCheckout({ surface })
    const control = field(label)
    expect(control).toHaveAccessibleName(label)
    for (const [name, value] of Object.entries(attributes))
      expect(control.getAttribute(name), name).toBe(value)
    expect(control.required).toBe(!label.includes('optional'))
  })

  test('the options have one heading to the eye, and a name for who does not see it', async () => {
    await openCheckout({ surface, view: aCheckoutView({ deliveryOptions: OPTIONS }) })
    expect(seen('Delivery option')).toEqual([])
    expect(screen.getByShadowRole('group', { name: 'Delivery option' })).toBeVisible()
  })

  test('the form takes no focus by itself', async () => {
    await openCheckout({ surface })
    expect(focused()).toBe(document.body)
  })

  test('an entry is judged when it is left, not while it is typed', async () => {
    await openCheckout({ surface })
    const phone = field('Phone')
    await userEvent.type(phone, '12')
    expect(phone).toBeValid()
    await userEvent.tab()
    expect(phone).toHaveAttribute('aria-invalid', 'true')
    expect(phone).toHaveAccessibleDescription(
      expect.stringMatching(
        /^For questions about your order only .*Enter a phone number with 7 to 15 digits$/,
      ),
    )
    expect(status()).toHaveTextContent('Enter a phone number with 7 to 15 digits')
  })

  test.each([/^Email/, 'Phone'])(
    'a wrong entry in %s is said in the room of its hint, so nothing below moves',
    async (label) => {
      await openCheckout({ surface })
      const control = field(label)
      const top = field('Delivery address').getBoundingClientRect().top
      await userEvent.type(control, '12')
      await userEvent.tab()
      expect(control).toHaveAttribute('aria-invalid', 'true')
      expect(field('Delivery address').getBoundingClientRect().top).toBe(top)
    },
  )

  test('the email comes before the phone, and says what it is for', async () => {
    await openCheckout({ surface })
    const email = field(/^Email/)
    expect(email.compareDocumentPosition(field('Phone'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(email).toHaveAccessibleDescription(/^For your order confirmation/)
  })

  test('an entry that was wrong is judged at every key, and its error goes at once', async () => {
    await openCheckout({ surface })
    const email = field(/^Email/)
    await userEvent.fill(email, 'ana')
    await userEvent.tab()
    expect(email).toHaveAccessibleDescription(
      expect.stringContaining('Enter an email address like name@example.com'),
    )
    await userEvent.type(email, '@x')
    expect(email).not.toHaveAttribute('aria-invalid')
    expect(email).not.toHaveAccessibleDescription(expect.stringContaining('Enter'))
  })

  test('an empty field does not complain when it is left', async () => {
    await openCheckout({ surface })
    await userEvent.click(field('Full name'))
    await userEvent.tab()
    await userEvent.tab()
    for (const label of ['Full name', 'Phone'])
      expect(field(label)).not.toHaveAttribute('aria-invalid')
  })

  test('a phone number loses its stray spaces when it is left, and keeps the rest', async () => {
    await openCheckout({ surface })
    await userEvent.fill(field('Phone'), '  (0034)  600-123 ٤٥٦ ')
    await userEvent.tab()
    expect(field('Phone')).toHaveValue('(0034) 600-123 456')
  })

  test.each([
    ['test', 'This checkout processes test payments itself. $ never sees your card number.'],
    ['stripe', 'Payments are processed by Stripe. Only Stripe sees your card number, never $.'],
  ] as const)('the lock says who processes the payment: %s', async (provider, said) => {
    const payment = { provider, frameUrl: FRAME_URL }
    const { view } = await openCheckout({ surface, view: aCheckoutView({ payment }) })
    const [line] = text(said.replace('$', view.store.name))
    expect(line).toBeVisible()
    expect(line!.parentElement!.querySelector('svg')).toBeVisible()
  })

  test('nothing typed is a list of what is missing, each entry a way to its field', async () => {
    const { frame, server } = await openCheckout({ surface })
    frame.answers.validate = {
      t: 'invalid',
      errors: [{ field: 'number', message: 'Enter the card number' }],
    }
    pressPay()
    await expect.poll(() => heading('There is a problem')).toBeVisible()
    const summary = within(alert()!)
    expect(summary.getAllByShadowRole('link').map(({ textContent }) => textContent)).toEqual([
      'Enter your full name',
      'Enter your phone number',
      'Enter your delivery address',
      'Enter the card number',
    ])
    expect(field('Full name')).toHaveAccessibleDescription(
      expect.stringContaining('Enter your full name'),
    )
    await userEvent.click(summary.getByShadowRole('link', { name: 'Enter your phone number' }))
    expect(focused()).toBe(field('Phone'))
    await userEvent.click(summary.getByShadowRole('link', { name: 'Enter the card number' }))
    expect(focused()).toBe(frame.iframe)
    await expect.poll(() => frame.heard('focus')).toEqual([{ t: 'focus', field: 'number' }])
    expect(server.orders).toEqual([])
  })

  test('of more than four wrong fields there is a count and no list, and the first is next', async () => {
    const { frame } = await openCheckout({ surface })
    const errors = (['number', 'exp'] as const).map((name) => ({
      field: name,
      message: 'Enter it',
    }))
    frame.answers.validate = { t: 'invalid', errors }
    pressPay()
    await expect.poll(alert).toMatchTextContent(/^There is a problem\s*Fields to correct: 5$/)
    expect(within(alert()!).queryAllByShadowRole('link')).toEqual([])
    expect(focused()).toBe(field('Full name'))
    expect(field('Phone')).toHaveAccessibleDescription(/Enter your phone number$/)
    fillBuyer()
    pressPay()
    await expect.poll(() => within(alert()!).queryAllByShadowRole('link')).toHaveLength(2)
  })

  test('the list of what is wrong takes the focus', async () => {
    await openCheckout({ surface })
    pressPay()
    await expect.poll(() => focused()?.contains(alert())).toBe(true)
    expect(focused()).toHaveAccessibleName('There is a problem')
    expect(focused()).toBe(screen.getByShadowRole('group', { name: 'There is a problem' }))
  })

  test('one wrong field alone takes the focus itself', async () => {
    await openCheckout({ surface })
    fillBuyer()
    await userEvent.clear(field('Phone'))
    pressPay()
    await expect.poll(() => focused()).toBe(field('Phone'))
    expect(field('Phone')).toHaveAccessibleDescription(
      expect.stringContaining('Enter your phone number'),
    )
    expect(alert()).toBeNull()
  })

  test('one wrong field of the card alone takes the focus itself', async () => {
    const { frame } = await openCheckout({ surface })
    frame.answers.validate = { t: 'invalid', errors: [{ field: 'cvc', message: 'Enter it' }] }
    pay()
    await expect.poll(() => frame.heard('focus')).toEqual([{ t: 'focus', field: 'cvc' }])
    expect(focused()).toBe(frame.iframe)
    expect(alert()).toBeNull()
  })

  test('the button says what it does and how much, and is never disabled', async () => {
    await openCheckout({ surface })
    expect(payButton()).toHaveTextContent('Pay $134.00')
    expect(payButton()).toBeEnabled()
    pressPay()
    await expect.poll(() => heading('There is a problem')).toBeVisible()
    expect(payButton()).toBeEnabled()
  })

  test('Enter in a field pays', async () => {
    const { server } = await openCheckout({ surface })
    fillBuyer()
    await userEvent.click(field('Full name'))
    await userEvent.keyboard('{Enter}')
    await expectReceipt()
    expect(server.orders).toHaveLength(1)
  })

  test('Enter in the card’s last field pays', async () => {
    const { frame } = await openCheckout({ surface })
    fillBuyer()
    frame.say({ t: 'submit' })
    await expectReceipt()
  })

  test('Pay sends what was typed, and never an amount', async () => {
    const { server } = await openCheckout({ surface })
    await userEvent.fill(field('Full name'), ' 山田 太郎 ')
    await userEvent.fill(field('Phone'), '+٣٤ 600 123 456')
    await userEvent.fill(field(/^Email/), 'ana@example.com')
    await userEvent.fill(field('Delivery address'), 'Calle Mayor 1\n28013 Madrid')
    await userEvent.click(payButton()!)
    await expectReceipt()
    expect(server.orders).toEqual([
      {
        customer: { name: '山田 太郎', phone: '+34 600 123 456', email: 'ana@example.com' },
        fulfillment: {
          method: 'DELIVERY',
          option: 'standard',
          details: 'Calle Mayor 1\n28013 Madrid',
        },
        paymentMethod: 'pm_test_1',
        payBefore: expect.any(String),
      },
    ])
    // Mails to the buyer are in it.
    expect(server.asked('pay')[0]?.language).toMatch(/^en/)
  })

  test('what the store knows of the buyer is filled in', async () => {
    await openCheckout({
      surface,
      view: aCheckoutView({
        customer: {
          name: 'Ana Example',
          phone: '+34 600 123 456',
          email: 'ana@example.com',
          details: 'Calle Mayor 1',
        },
      }),
    })
    expect(field('Full name')).toHaveValue('Ana Example')
    expect(field('Phone')).toHaveValue('+34 600 123 456')
    expect(field(/^Email/)).toHaveValue('ana@example.com')
    expect(field('Delivery address')).toHaveValue('Calle Mayor 1')
  })

  test('the only delivery option is text and no choice', async () => {
    await openCheckout({ surface })
    expect(screen.queryAllByShadowRole('radio')).toEqual([])
    expect(text('Standard delivery')).toHaveLength(1)
  })

  test('choosing a delivery option says the new total', async () => {
    await openCheckout({ surface, view: aCheckoutView({ deliveryOptions: OPTIONS }) })
    await userEvent.click(screen.getByShadowRole('radio', { name: /Express/ }))
    await expect.poll(() => status()?.textContent).toBe('Total $141.50')
    await userEvent.click(screen.getByShadowRole('radio', { name: /Standard/ }))
    await expect.poll(() => status()?.textContent).toBe('Total $133.90')
  })

  test('another delivery option changes the total at once, and that is what is paid', async () => {
    const { server, emitted, frame } = await openCheckout({
      surface,
      view: aCheckoutView({
        deliveryOptions: OPTIONS,
        amounts: { subtotal: 12900, fee: 490, total: 13390 },
      }),
    })
    expect(screen.getByShadowRole('radio', { name: /Standard/ })).toBeChecked()
    expect(payButton()).toHaveTextContent('Pay $133.90')
    await userEvent.click(screen.getByShadowRole('radio', { name: /Express/ }))
    expect(payButton()).toHaveTextContent('Pay $141.50')
    const summary = within(screen.getByShadowRole('complementary', { name: 'Order summary' }))
    expect(summary.getByShadowText('$12.50')).toBeVisible()
    expect(summary.getByShadowText('$141.50')).toBeVisible()
    expect(payButton()!.previousElementSibling).toHaveTextContent(
      'Linen overshirt · M · Indigo · Qty 2 Delivery $12.50 Total $141.50',
    )
    await expect.poll(() => frame.heard('theme').at(-1)).toMatchObject({ option: 'express' })
    pay()
    await expectReceipt()
    expect(server.orders).toMatchObject([{ fulfillment: { option: 'express' } }])
    expect(emitted('hc-submit')[0]?.detail).toMatchObject({ amount: 14150, currency: 'USD' })
  })

  test('delivery that costs nothing is called free', async () => {
    await openCheckout({ surface, view: aCheckoutView({ deliveryOptions: OPTIONS }) })
    await userEvent.click(screen.getByShadowRole('radio', { name: 'Pick-up point Free' }))
    expect(payButton()).toHaveTextContent('Pay $129.00')
  })

  test('a picture that cannot be loaded leaves no hole', async () => {
    await openCheckout({
      surface,
      view: aCheckoutView({
        item: { ...aCheckoutView().item, imageUrl: 'data:image/png;base64,AAAA' },
      }),
    })
    const item = screen.getByShadowRole('complementary').querySelector('.item')!
    const start = () => item.querySelector('.what')!.getBoundingClientRect().left
    await expect.poll(start).toBe(item.getBoundingClientRect().left)
  })
})
