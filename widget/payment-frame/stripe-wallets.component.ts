import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FromFrame } from '../element/messages.ts'
import type { StripeError, StripeJs } from './stripe-js.ts'
import { createWallets, type Rate } from './stripe-wallets.ts'

type Listener = (event: never) => unknown

const RATES = [
  { id: 'standard', displayName: 'Standard', amount: 490 },
  { id: 'express', displayName: 'Express', amount: 1250 },
]

type WalletPage = { error?: StripeError; option?: string; countries?: string[]; rates?: Rate[] }

/** Opens a page with the wallets, and a Stripe.js that speaks to them. */
function open({ error, option, countries, rates = RATES }: WalletPage = {}) {
  const page = document.createElement('div')
  page.innerHTML = '<div id="wallets" class="none"><div id="express"></div></div>'
  document.body.append(page)
  onTestFinished(() => page.remove())
  const listeners = new Map<string, Listener>()
  const changes: unknown[] = []
  const made: unknown[] = []
  const stripe = {
    elements: (options: object) => ({
      create: (type: string, how: object) => {
        made.push(type, options, how)
        return {
          mount: (selector: string) => made.push(selector),
          update: (look: object) => changes.push(look),
          on: (name: string, listener: Listener) => listeners.set(name, listener),
        }
      },
      update: (change: object) => changes.push(change),
      submit: async () => ({}),
    }),
    createConfirmationToken: async () =>
      error
        ? { error }
        : {
            confirmationToken: {
              id: 'ctoken_1',
              payment_method_preview: { card: { brand: 'visa', last4: '4242' } },
            },
          },
  } as unknown as StripeJs
  const sent: FromFrame[] = []
  const options = { amount: 5390 } as Parameters<typeof createWallets>[0]['options']
  const send = (message: FromFrame) => void sent.push(message)
  const wallets = createWallets({
    stripe,
    options,
    send,
    unsaid: 'Check it',
    setting: { scheme: 'light', option },
    amountWith: (chosen) => (chosen === 'express' ? 6150 : 5390),
    rates,
    countries,
  })
  const emit = (name: string, event: object = {}) => listeners.get(name)?.(event as never)
  return {
    wallets,
    made,
    changes,
    sent,
    emit,
    isShown: () => !page.firstElementChild!.classList.contains('none'),
    press() {
      const answers = { resolve: vi.fn<(how: object) => void>(), reject: vi.fn<() => void>() }
      emit('click', answers)
      return answers
    },
    async confirm(known: object = {}) {
      const paymentFailed = vi.fn<() => void>()
      await emit('confirm', { paymentFailed, ...known })
      return paymentFailed
    },
  }
}

const CLOSED = { t: 'invalid', errors: [] }

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

describe('checkout page §4: wallets of Stripe', () => {
  test('wallets of Stripe are Apple Pay and Google Pay, and no other', () => {
    const [type, , how] = open().made
    expect(type).toBe('expressCheckout')
    expect(how).toMatchObject({
      paymentMethods: {
        applePay: 'auto',
        googlePay: 'auto',
        link: 'never',
        amazonPay: 'never',
        paypal: 'never',
        klarna: 'never',
      },
    })
  })

  test('wallets are offered when the browser has one, and otherwise take no room', () => {
    const { emit, isShown, sent } = open()
    expect(isShown()).toBe(false)
    emit('ready', {})
    expect(isShown()).toBe(false)
    expect(sent).toEqual([])
    emit('ready', { availablePaymentMethods: { applePay: true } })
    expect(isShown()).toBe(true)
    expect(sent).toEqual([{ t: 'offer' }])
  })

  test('wallets ask for name, phone, email and an address where the store delivers', async () => {
    const { press, wallets, made } = open({ option: 'express', countries: ['ES', 'PT'] })
    expect(made[2]).toMatchObject({ allowedShippingCountries: ['ES', 'PT'] })
    const { resolve } = press()
    void wallets.open(1)
    expect(resolve).toHaveBeenCalledWith({
      emailRequired: true,
      phoneNumberRequired: true,
      billingAddressRequired: true,
      shippingAddressRequired: true,
      shippingRates: [RATES[1], RATES[0]],
    })
  })

  test('a wallet offers what goes to its address, and refuses an address where nothing goes', async () => {
    const { press, wallets, emit, changes, confirm } = open({
      option: 'standard',
      rates: [
        { ...RATES[0]!, countries: ['ES'] },
        { ...RATES[1]!, countries: ['ES', 'PT'] },
      ],
    })
    const { resolve: ask } = press()
    const answer = wallets.open(1)
    expect(ask.mock.calls[0]![0]).toHaveProperty('shippingRates', RATES)
    const moveTo = (country: string) => {
      const answers = { resolve: vi.fn<(how: object) => void>(), reject: vi.fn<() => void>() }
      emit('shippingaddresschange', { address: { country }, ...answers })
      return answers
    }
    expect(moveTo('ES').resolve).toHaveBeenCalledWith({ shippingRates: RATES })
    expect(moveTo('PT').resolve).toHaveBeenCalledWith({ shippingRates: [RATES[1]] })
    expect(changes.at(-1)).toEqual({ amount: 6150 })
    const nowhere = moveTo('FR')
    expect(nowhere.reject).toHaveBeenCalled()
    expect(nowhere.resolve).not.toHaveBeenCalled()
    await confirm()
    expect(await answer).toMatchObject({ buyer: { option: 'express' } })
  })

  test('wallets ask no address of a buyer who collects', async () => {
    const { press, wallets } = open({ option: 'shop' })
    const { resolve } = press()
    void wallets.open(1)
    expect(resolve.mock.calls[0]![0]).not.toHaveProperty('shippingAddressRequired')
  })

  test('a wallet shows the amount of the option that is chosen in it, and pays for that option', async () => {
    const { press, wallets, emit, changes, confirm } = open({ option: 'standard' })
    press()
    const answer = wallets.open(1)
    expect(changes).toEqual([{ amount: 5390 }])
    const resolve = vi.fn<() => void>()
    emit('shippingratechange', { shippingRate: { id: 'express' }, resolve })
    expect(changes.at(-1)).toEqual({ amount: 6150 })
    expect(resolve).toHaveBeenCalledOnce()
    const look = { locale: 'en' } as Parameters<typeof wallets.adapt>[0]
    wallets.adapt({ ...look, amount: 5390 }, { scheme: 'light', option: 'standard' })
    expect(changes).not.toContainEqual({ locale: 'en', amount: 5390 })
    await confirm()
    expect(await answer).toMatchObject({ buyer: { option: 'express' } })
  })

  test('what a wallet knows of the buyer comes with its token, in the words of the form', async () => {
    const { press, wallets, confirm } = open()
    press()
    const answer = wallets.open(1)
    const address = { line1: '548 Market St', line2: 'Flat 3', city: 'San Francisco', state: 'CA' }
    await confirm({
      billingDetails: { name: 'A. Payer', email: 'ana@example.com', phone: '+14155550100' },
      shippingAddress: {
        name: 'Ana Example',
        address: { ...address, postal_code: '94016', country: 'US' },
      },
    })
    expect(await answer).toMatchObject({
      buyer: {
        name: 'Ana Example',
        phone: '+14155550100',
        email: 'ana@example.com',
        address: {
          country: 'US',
          place: '548 Market St, Flat 3',
          postalCode: '94016',
          city: 'San Francisco',
          region: 'CA',
        },
      },
    })
  })

  test('wallets tell the page of a press, and open when it asks for them', async () => {
    const { press, sent, wallets, confirm } = open()
    const { resolve, reject } = press()
    expect(sent).toEqual([{ t: 'wallet' }])
    expect(resolve).not.toHaveBeenCalled()
    const answer = wallets.open(7)
    expect(resolve).toHaveBeenCalledOnce()
    expect(await confirm()).not.toHaveBeenCalled()
    expect(await answer).toMatchObject({
      t: 'token',
      id: 7,
      paymentMethod: 'ctoken_1',
      card: { brand: 'visa', last4: '4242' },
    })
    vi.advanceTimersByTime(2_000)
    expect(reject).not.toHaveBeenCalled()
  })

  test('wallets stay closed when the page does not ask for them within Stripe’s second', async () => {
    const { press, wallets } = open()
    const { resolve, reject } = press()
    vi.advanceTimersByTime(999)
    expect(reject).toHaveBeenCalledOnce()
    expect(await wallets.open(1)).toEqual({ ...CLOSED, id: 1 })
    expect(resolve).not.toHaveBeenCalled()
  })

  test('a wallet closed by the buyer is nothing that is wrong', async () => {
    const { press, wallets, emit } = open()
    press()
    const answer = wallets.open(2)
    emit('cancel')
    expect(await answer).toEqual({ ...CLOSED, id: 2 })
  })

  test('a wallet pressed once more ends what came before', async () => {
    const { press, wallets } = open()
    press()
    const before = wallets.open(1)
    const again = press()
    expect(await before).toEqual({ ...CLOSED, id: 1 })
    void wallets.open(2)
    expect(again.resolve).toHaveBeenCalledOnce()
  })

  test('a wallet confirmed after the buyer went on by card comes to nothing', async () => {
    const { press, wallets, confirm } = open()
    press()
    const answer = wallets.open(1)
    wallets.close()
    expect(await answer).toEqual({ ...CLOSED, id: 1 })
    expect(await confirm()).toHaveBeenCalledWith({ reason: 'fail' })
  })

  test('a wallet confirmed at the moment the buyer goes on by card leaves the card its turn', async () => {
    const { press, wallets, confirm } = open()
    press()
    const answer = wallets.open(1)
    const confirming = confirm()
    wallets.close()
    expect(await answer).toEqual({ ...CLOSED, id: 1 })
    expect(await confirming).toHaveBeenCalledWith({ reason: 'fail' })
  })

  test('wallet and page say that no token came', async () => {
    const { press, wallets, confirm } = open({ error: { type: 'api_connection_error' } })
    press()
    const answer = wallets.open(3)
    expect(await confirm()).toHaveBeenCalledWith({ reason: 'fail' })
    expect(await answer).toEqual({ t: 'failed', id: 3, code: 'network' })
  })

  test('wallets follow the amount and the page’s scheme', () => {
    const { wallets, changes } = open()
    const change = { amount: 6150 } as Parameters<typeof wallets.adapt>[0]
    wallets.adapt(change, { scheme: 'dark', option: 'express' })
    expect(changes).toEqual([change, { buttonTheme: { applePay: 'white', googlePay: 'white' } }])
  })
})
