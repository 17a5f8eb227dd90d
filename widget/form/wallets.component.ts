import { screen } from 'shadow-dom-testing-library'
import { expect, test } from 'vitest'
import { keptValues } from '../element/kept-values.ts'
import type { CardAnswer, WalletBuyer } from '../element/messages.ts'
import { FRAME_URL, speakAsFrame } from '../test/a-card-frame.ts'
import { never } from '../test/a-checkout-server.ts'
import { anOrder } from '../test/a-view.ts'
import {
  aCheckoutView,
  alert,
  expectReceipt,
  field,
  fill,
  fillBuyer,
  focused,
  heading,
  openCheckout,
  payButton,
  press,
  pressPay,
  text,
  describeBoth,
} from '../test/a-checkout.ts'

type Options = Parameters<typeof openCheckout>[0]

const STRIPE = { payment: { provider: 'stripe' as const, frameUrl: FRAME_URL } }

const AMERICAN = {
  name: 'Ana Example',
  phone: '+1 415 555 0100',
  email: 'ana@example.com',
  option: 'express',
  address: {
    country: 'US',
    place: '548 Market St',
    postalCode: '94016',
    city: 'San Francisco',
    region: 'CA',
  },
} satisfies WalletBuyer

const OPTIONS = [
  { id: 'standard', name: 'Standard', fee: 500 },
  { id: 'express', name: 'Express', fee: 1250 },
]

/** A store whose terms buyers have to agree to. */
const ASKING = aCheckoutView({
  ...STRIPE,
  store: {
    name: 'Nordic Atelier',
    language: 'en-GB',
    seller: {
      legalName: 'Nordic Atelier AS',
      address: 'Storgata 12',
      termsUrl: 'https://shop.example/terms',
      privacyUrl: 'https://shop.example/privacy',
      mustAgree: true,
    },
  },
})

const walletFrame = () => screen.queryByShadowTitle<HTMLIFrameElement>('Express checkout')

const title = () => heading('Express checkout')

/** Opens a checkout with Stripe, whose frame of wallets says that there is one. */
async function openExpress({ view = aCheckoutView(STRIPE), ...options }: Options = {}) {
  const checkout = await openCheckout({ view, ...options })
  await expect.poll(walletFrame).toBeInstanceOf(HTMLIFrameElement)
  const wallets = await speakAsFrame(walletFrame()!)
  wallets.say({ t: 'offer' })
  return { ...checkout, wallets }
}

/** Goes on until the page has let the wallet open. The test decides what the buyer does in it. */
async function openWallet({ wallets }: Awaited<ReturnType<typeof openExpress>>) {
  const before = wallets.heard('wallet').length
  wallets.say({ t: 'wallet' })
  await expect.poll(() => wallets.heard('wallet')).toHaveLength(before + 1)
  const { id } = wallets.heard('wallet').at(-1) as { id: number }
  return {
    confirm: (buyer: WalletBuyer = AMERICAN) =>
      wallets.say({
        t: 'token',
        id,
        paymentMethod: 'ctoken_1',
        card: { brand: 'visa', last4: '1881' },
        buyer,
      }),
    close: () => wallets.say({ t: 'invalid', id, errors: [] } satisfies CardAnswer),
  }
}

const boxes = () =>
  screen.getAllByShadowRole<HTMLInputElement>('checkbox', {
    name: /^I agree to the terms of sale/,
  }) as [HTMLInputElement, HTMLInputElement]

describeBoth('checkout page §4 wallets', (surface) => {
  test('wallets stand above the form once there is one, in a frame of their own', async () => {
    const { frame, wallets } = await openExpress({ surface })
    expect([frame.init.express, wallets.init.express]).toEqual([undefined, true])
    await expect.poll(title).toBeVisible()
    expect(title()!.compareDocumentPosition(field('Full name'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    expect(title()!.getBoundingClientRect().bottom).toBeLessThan(
      wallets.iframe.getBoundingClientRect().top,
    )
    expect(wallets.iframe.getBoundingClientRect().bottom).toBeLessThan(
      heading('Contact')!.getBoundingClientRect().top,
    )
  })

  test('directly above the wallets is what is bought, with the option that is chosen', async () => {
    const view = aCheckoutView({ ...STRIPE, deliveryOptions: OPTIONS })
    keptValues.set(view.id, { option: 'express' })
    const { wallets } = await openExpress({ surface, view })
    const recap = wallets.iframe.parentElement!.previousElementSibling
    expect(recap).toHaveTextContent(
      'Linen overshirt · M · Indigo · Qty 2 Delivery $12.50 Total $141.50',
    )
    screen.getByShadowRole('radio', { name: /Standard/ }).click()
    expect(recap).toHaveTextContent(
      'Linen overshirt · M · Indigo · Qty 2 Delivery $5.00 Total $134.00',
    )
  })

  test('a provider without wallets has no frame for them', async () => {
    await openCheckout({ surface })
    expect(walletFrame()).toBeNull()
  })

  test('a buyer who has begun with the form is not moved by wallets that come late', async () => {
    const checkout = await openCheckout({ surface, view: aCheckoutView(STRIPE) })
    const before = field('Full name').getBoundingClientRect().top
    fill(field('Full name'), 'Ana')
    const wallets = await speakAsFrame(walletFrame()!)
    wallets.say({ t: 'offer' })
    wallets.say({ t: 'height', height: 200 })
    await expect.poll(() => wallets.iframe.style.blockSize).toBe('200px')
    expect(field('Full name').getBoundingClientRect().top).toBe(before)
    expect(title()).toBeNull()
    expect(checkout.server.orders).toEqual([])
  })

  test('a wallet pays with what it knows of the buyer, as if they had typed it', async () => {
    const countries = ['ES', 'US'].map((country) => ({
      country,
      fields: ['place' as const, 'city' as const, 'region' as const, 'postalCode' as const],
    }))
    const view = aCheckoutView({
      ...STRIPE,
      deliveryOptions: OPTIONS,
      deliveryCountries: countries,
    })
    const checkout = await openExpress({ surface, view })
    const { server, emitted } = checkout
    const wallet = await openWallet(checkout)
    expect(emitted('hc-submit')).toHaveLength(1)
    expect(payButton()).toHaveTextContent('Pay $134.00')
    wallet.confirm()
    await expectReceipt()
    const { address, option, ...customer } = AMERICAN
    expect(server.orders).toEqual([
      expect.objectContaining({
        paymentMethod: 'ctoken_1',
        customer,
        fulfillment: { method: 'DELIVERY', option, address },
      }),
    ])
  })

  test('an address of a wallet fills the one text of a store that names no countries', async () => {
    const checkout = await openExpress({ surface })
    const wallet = await openWallet(checkout)
    wallet.confirm({ ...AMERICAN, phone: '12' })
    await expect.poll(() => field('Phone').ariaInvalid).toBe('true')
    expect(field('Delivery address')).toHaveValue('548 Market St\n94016\nSan Francisco\nCA\nUS')
    fill(field('Phone'), AMERICAN.phone)
    ;(await openWallet(checkout)).confirm()
    await expectReceipt()
    expect(checkout.server.orders[0]!.fulfillment.address).toEqual(AMERICAN.address)
  })

  test('what a wallet knows is judged like what is typed, and nothing is sent that is wrong', async () => {
    const checkout = await openExpress({ surface })
    const wallet = await openWallet(checkout)
    wallet.confirm({ ...AMERICAN, phone: '12' })
    await expect.poll(() => field('Phone').ariaInvalid).toBe('true')
    expect(field('Full name')).toHaveValue('Ana Example')
    expect(focused()).toBe(field('Phone'))
    expect(checkout.server.orders).toEqual([])
    expect(checkout.element).toHaveAttribute('status', 'ready')
  })

  test('a wallet stays closed until the buyer has ticked the box that stands with it', async () => {
    const checkout = await openExpress({ surface, view: ASKING })
    const { wallets, server } = checkout
    await expect.poll(title).toBeVisible()
    const [express, own] = boxes()
    wallets.say({ t: 'wallet' })
    await expect.poll(() => focused()).toBe(express)
    expect(express).toHaveAccessibleDescription(/Agree to the terms of sale to pay/)
    expect(express.ariaInvalid).toBe('true')
    expect(wallets.heard('wallet')).toEqual([])
    press(express)
    expect([own.checked, express.ariaInvalid]).toEqual([true, null])
    ;(await openWallet(checkout)).confirm()
    await expectReceipt()
    expect(server.orders[0]).toMatchObject({ agreedToTerms: true })
  })

  test('the two boxes that agree are one to the buyer', async () => {
    await openExpress({ surface, view: ASKING })
    await expect.poll(title).toBeVisible()
    const [express, own] = boxes()
    press(own)
    expect(express.checked).toBe(true)
    press(express)
    expect(own.checked).toBe(false)
  })

  test('a wallet that a page does not let open at hc-submit stays closed', async () => {
    const { wallets, emitted, server } = await openExpress({ surface, prevented: ['hc-submit'] })
    wallets.say({ t: 'wallet' })
    await expect.poll(() => emitted('hc-submit')).toHaveLength(1)
    expect(wallets.heard('wallet')).toEqual([])
    expect(server.orders).toEqual([])
  })

  test('a wallet that is closed changes nothing, and can be opened again', async () => {
    const checkout = await openExpress({ surface })
    const { server, element } = checkout
    const first = await openWallet(checkout)
    first.close()
    const second = await openWallet(checkout)
    expect(alert()).toBeNull()
    expect(element).toHaveAttribute('status', 'ready')
    expect(server.orders).toEqual([])
    second.confirm()
    await expectReceipt()
  })

  test('while a wallet is open the card can be paid with instead', async () => {
    const checkout = await openExpress({ surface })
    const { frame, wallets, server, element } = checkout
    const wallet = await openWallet(checkout)
    server.next('pay', never)
    fillBuyer()
    pressPay()
    await expect.poll(() => server.orders).toHaveLength(1)
    expect(wallets.heard('clear')).toHaveLength(1)
    // The frame does this when it is told so, and it may be slow.
    wallet.close()
    await expect.poll(() => frame.heard('tokenize')).toHaveLength(1)
    frame.say({ t: 'height', height: 300 })
    await expect.poll(() => frame.iframe.style.blockSize).toBe('300px')
    expect(element).toHaveAttribute('status', 'processing')
    server.become({ status: 'complete', order: anOrder() })
    await expectReceipt()
    expect(frame.heard('tokenize')).toHaveLength(1)
    expect(server.orders).toHaveLength(1)
  })

  test('a session that expires behind a wallet sends nothing', async () => {
    const checkout = await openExpress({ surface })
    const wallet = await openWallet(checkout)
    checkout.server.become({ status: 'expired' })
    await expect.poll(() => heading('This payment link has expired')).toBeVisible()
    wallet.confirm()
    expect(text('Payment received')).toEqual([])
    expect(checkout.server.orders).toEqual([])
  })

  test('a session that was paid elsewhere behind a wallet sends nothing', async () => {
    const checkout = await openExpress({ surface })
    const wallet = await openWallet(checkout)
    checkout.server.become({ status: 'complete', order: anOrder() })
    await expectReceipt()
    wallet.confirm()
    expect(checkout.server.orders).toEqual([])
  })
})
