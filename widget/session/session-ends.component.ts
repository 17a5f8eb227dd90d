import { screen } from 'shadow-dom-testing-library'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { speakAsFrame } from '../test/a-card-frame.ts'
import { CHECKOUT_URL, lost, never, refused, serveCheckout } from '../test/a-checkout-server.ts'
import { holdNavigation } from '../test/a-navigation.ts'
import { anOrder } from '../test/a-view.ts'
import {
  aCheckoutView,
  button,
  cardFrame,
  expectForm,
  expectReceipt,
  field,
  fillBuyer,
  focused,
  heading,
  link,
  mountCheckout,
  openCheckout,
  pay,
  payButton,
  pressPay,
  text,
  describeBoth,
  press,
} from '../test/a-checkout.ts'

async function expectHeading(name: string) {
  await expect.poll(() => heading(name)).toBeVisible()
}

async function expectFocused(name: string) {
  await expect.poll(() => focused()).toBe(heading(name))
}

const NO_FURTHER_CARD =
  'There were too many attempts, so this payment link no longer takes cards. You were not charged. Go back to Nordic Atelier to start again.'

const SOLD_OUT =
  'This item is no longer in stock. You were not charged. Go back to Nordic Atelier to choose something else.'

function expectItem() {
  expect(text('Linen overshirt')).toHaveLength(1)
  expect(text('M · Indigo · Qty 2')).toHaveLength(1)
}

function expectNoForm() {
  expect(payButton()).toBeNull()
  expect(document.querySelector('iframe')).toBeNull()
  expect(link('Back to Nordic Atelier')).toHaveAttribute('href', 'https://shop.example/basket')
}

describeBoth('checkout page §4 States, when the session cannot be paid', (surface) => {
  test('a session that expires while the page is open shows that it has, and no form', async () => {
    const { server, element } = await openCheckout({ surface })
    press(field('Full name'))
    server.become({ status: 'expired' })
    await expectHeading('This payment link has expired')
    await expectFocused('This payment link has expired')
    expect(text('You were not charged. Go back to Nordic Atelier to start again.')).toHaveLength(1)
    expectItem()
    expect(element).toHaveAttribute('status', 'expired')
    expectNoForm()
  })

  test('a session that expires while the buyer is in the card’s frame takes the focus out of it', async () => {
    const { server, frame } = await openCheckout({ surface })
    frame.iframe.focus()
    frame.iframe.contentWindow!.focus()
    server.become({ status: 'expired' })
    await expectHeading('This payment link has expired')
    await expectFocused('This payment link has expired')
  })

  test('a session that had expired before shows no form', async () => {
    const view = aCheckoutView({ status: 'expired' })
    serveCheckout(view)
    mountCheckout(view, { surface })
    await expectHeading('This payment link has expired')
    expectNoForm()
  })

  test('a product that sells out while the page is open shows that, and no form', async () => {
    const { server, element } = await openCheckout({ surface })
    server.next('pay', refused(409, 'sold_out'))
    pay()
    await expectHeading('Sold out')
    await expectFocused('Sold out')
    expect(text(SOLD_OUT)).toHaveLength(1)
    expectItem()
    expect(element).toHaveAttribute('status', 'unavailable')
    expectNoForm()
  })

  test('a product that others buy up shows that without a press of Pay', async () => {
    const { server, emitted } = await openCheckout({ surface })
    press(field('Full name'))
    server.leave(0)
    await expectHeading('Sold out')
    await expectFocused('Sold out')
    expectItem()
    expectNoForm()
    expect(emitted('hc-unavailable').map(({ detail }) => detail)).toMatchObject([
      { code: 'sold_out', left: 0 },
    ])
  })

  test.each([
    [{ contactEmail: 'help@nordic.example' }, 'mailto:help@nordic.example'],
    [{ contactPhone: '+34 600 123 456' }, 'tel:+34600123456'],
  ])(
    'without a way back, a page that is over says how to ask the store (%j)',
    async (contact, address) => {
      const { store, cancelUrl: _, ...view } = aCheckoutView({ status: 'expired' })
      const asked = { ...view, store: { ...store, ...contact } }
      serveCheckout(asked)
      mountCheckout(asked, { surface })
      await expectHeading('This payment link has expired')
      const [how] = screen.getAllByShadowRole('link', { name: Object.values(contact)[0]! })
      expect(how).toHaveAttribute('href', address)
      expect(how).toHaveClass('primary')
    },
  )

  test.each([
    [{ left: 1 }, 'Only 1 left'],
    [{}, 'Not enough left'],
  ])('the page says when fewer are left than were asked for (%j)', async (more, title) => {
    const { server } = await openCheckout({ surface })
    server.next('pay', refused(409, 'insufficient_stock', more))
    pay()
    await expectHeading(title)
    await expectFocused(title)
    expect(text('You asked for 2. Choose again in the store. You were not charged.')).toHaveLength(
      1,
    )
    expectNoForm()
  })

  test('the fifth card that fails is the last', async () => {
    const { server } = await openCheckout({ surface })
    server.decline('too_many_attempts')
    pay()
    await expectHeading('Your payment did not go through')
    expect(text(NO_FURTHER_CARD)).toHaveLength(1)
    expectNoForm()
  })

  test('a session whose last card had failed before takes no more', async () => {
    const view = aCheckoutView({
      attempt: { status: 'failed', code: 'too_many_attempts', message: 'No more.' },
    })
    serveCheckout(view)
    mountCheckout(view, { surface })
    await expect.poll(() => text(NO_FURTHER_CARD)).toHaveLength(1)
    expectNoForm()
  })

  test('a session that is paid in another tab shows the receipt here', async () => {
    const { server, element } = await openCheckout({ surface })
    server.become({ status: 'complete', order: anOrder() })
    await expectReceipt()
    expect(element.status).toBe('complete')
    expect(payButton()).toBeNull()
  })

  test('a session that is being paid in another tab shows that here', async () => {
    const { server } = await openCheckout({ surface })
    server.become({ attempt: { status: 'processing' } })
    await expect.poll(payButton).toHaveTextContent('Processing…')
    server.become({ status: 'complete', order: anOrder(), attempt: null })
    await expectReceipt()
  })

  test('a session that was paid before shows the receipt with the phone masked, never the form', async () => {
    const view = aCheckoutView({ status: 'complete', order: anOrder() })
    serveCheckout(view)
    mountCheckout(view, { surface })
    await expectReceipt()
    expect(text('••••••••45')).toHaveLength(1)
    expect(payButton()).toBeNull()
  })
})

describe('checkout page §4 States, when what others held is free again', () => {
  test('the form comes back with what was typed, and the focus with it', async () => {
    const { server, emitted } = await openCheckout()
    fillBuyer()
    server.leave(0)
    await expectHeading('Sold out')
    server.leave(undefined)
    await expectForm()
    expect(field('Full name')).toHaveValue('Ana Example')
    expect(field('Delivery address')).toHaveValue('Calle Mayor 1, 28013 Madrid')
    expect(focused()).toBe(field('Full name'))
    await speakAsFrame(await cardFrame())
    expect(emitted().map(({ type }) => type)).toEqual(['hc-ready', 'hc-unavailable', 'hc-ready'])
    pressPay()
    await expectReceipt()
  })

  test('our own page loads again, since it has its form from the server', async () => {
    const { server, view } = await openCheckout({ surface: 'hosted' })
    fillBuyer()
    const visited = holdNavigation()
    server.leave(0)
    await expectHeading('Sold out')
    server.leave(undefined)
    await expect.poll(() => visited).toEqual([location.href])
    expect(sessionStorage.getItem(`hosted-checkout:${view.id}`)).toContain('Ana Example')
  })

  test('nothing disturbs a payment that is under way', async () => {
    const { server } = await openCheckout()
    server.next('pay', never)
    pay()
    await expect.poll(payButton).toHaveTextContent('Processing…')
    server.leave(0)
    server.become({ status: 'complete', order: anOrder() })
    await expectReceipt()
    expect(heading('Sold out')).toBeNull()
  })
})

describe('checkout page §4 States, when the buyer is somewhere else in the merchant’s page', () => {
  test('the end of the session is read out and leaves the focus alone', async () => {
    const { server } = await openCheckout()
    server.become({ status: 'expired' })
    await expectHeading('This payment link has expired')
    expect(focused()).toBe(document.body)
    expect(text('This payment link has expired')).toHaveLength(2)
  })
})

describe('checkout page §4 States, loading and error', () => {
  const FALLBACK = '<a href="https://checkout.example/checkout/cs_1">Pay securely</a>'

  test('the merchant’s own link stays until the form is there', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    const { promise, resolve } = Promise.withResolvers<Response>()
    server.next('view', () => promise)
    const { element } = mountCheckout(view, { fallback: FALLBACK })
    await expect.poll(() => text('Loading the checkout')).toHaveLength(1)
    expect(element).toHaveAttribute('status', 'loading')
    expect(element.snapshot).toBeNull()
    expect(link('Pay securely')).toBeVisible()
    resolve(Response.json(view))
    await expectForm()
    expect(link('Pay securely')).not.toBeVisible()
  })

  test.each([
    [
      'nobody knows its id',
      refused(404, 'session_not_found'),
      'Checkout not found',
      'session_not_found',
    ],
    [
      'the store does not allow the page’s origin',
      refused(403, 'origin_not_allowed'),
      'This checkout cannot be shown here',
      'origin_not_allowed',
    ],
  ])('where %s, another try would not help', async (_, answer, title, code) => {
    const said = vi.spyOn(console, 'error')
    onTestFinished(() => said.mockRestore())
    const view = aCheckoutView()
    serveCheckout(view).always('token', answer)
    const { element, emitted } = mountCheckout(view)
    await expectHeading(title)
    expect(element).toHaveAttribute('status', 'error')
    expect(button('Try again')).toBeNull()
    expect(emitted('hc-error').map(({ detail }) => detail)).toMatchObject([
      { code, snapshot: null },
    ])
    const docs = expect.stringMatching(/\/docs#when-it-cannot-be-shown$/)
    expect(said.mock.calls).toEqual([['hosted-checkout', expect.objectContaining({ code, docs })]])
  })

  test.each([
    ['the connection is gone', lost, 'We cannot reach the checkout', 'network'],
    [
      'the server errs',
      refused(500, 'internal_error'),
      'Something went wrong on our side',
      'internal',
    ],
  ])(
    'where %s, the buyer can try again, and is promised nothing',
    async (_, answer, title, code) => {
      const view = aCheckoutView()
      serveCheckout(view).next('token', answer)
      const { emitted } = mountCheckout(view)
      await expectHeading(title)
      expect(emitted('hc-error').map(({ detail }) => detail)).toMatchObject([
        { code, snapshot: null },
      ])
      expect(text(/not charged/)).toEqual([])
      expect(text(/whether you have paid/)).toHaveLength(1)
      press(button('Try again')!)
      await expectForm()
    },
  )

  test('refresh starts again what could not be shown', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    server.next('token', lost)
    const { element, emitted } = mountCheckout(view)
    await expectHeading('We cannot reach the checkout')
    await element.refresh()
    await expectForm()
    expect(element.getAttribute('status')).toBe('ready')
    await expect.poll(() => emitted('hc-ready')).toHaveLength(1)
  })

  test('refresh before the form is there changes nothing', async () => {
    const view = aCheckoutView()
    serveCheckout(view)
    const { element, emitted } = mountCheckout(view)
    await element.refresh()
    expect([element.status, element.getAttribute('status')]).toEqual(['loading', 'loading'])
    await expectForm()
    expect([element.status, emitted('hc-ready').length]).toEqual(['ready', 1])
  })

  test('a page that may not read the answer is told where to look', async () => {
    const view = aCheckoutView()
    serveCheckout(view).always('token', lost)
    const { emitted } = mountCheckout(view)
    await expectHeading('We cannot reach the checkout')
    expect(emitted('hc-error')[0]?.detail).toHaveProperty(
      'message',
      `See ${CHECKOUT_URL}/docs#when-it-cannot-be-shown`,
    )
  })

  test.each([
    ['the policy of the page that keeps the checkout out is named', CHECKOUT_URL, 'csp_blocked'],
    ['a policy that keeps others out is not named', 'https://elsewhere.example', 'network'],
  ])('%s', async (_, address, code) => {
    const view = aCheckoutView()
    serveCheckout(view).always('token', lost)
    const { emitted } = mountCheckout(view)
    document.dispatchEvent(
      new SecurityPolicyViolationEvent('securitypolicyviolation', {
        blockedURI: `${address}/anything`,
        effectiveDirective: 'connect-src',
        violatedDirective: 'connect-src',
        originalPolicy: '',
        documentURI: '',
        disposition: 'enforce',
        statusCode: 200,
      }),
    )
    await expect.poll(() => emitted('hc-error')[0]?.detail).toMatchObject({ code })
  })

  test('a refresh that gets no answer leaves the form as it is', async () => {
    const { server, element } = await openCheckout()
    server.always('view', lost)
    await element.refresh()
    expect(payButton()).toBeVisible()
  })
})
