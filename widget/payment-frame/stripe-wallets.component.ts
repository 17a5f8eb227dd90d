import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FromFrame } from './messages.ts'
import type { StripeError, StripeJs } from './stripe-js.ts'
import { createWallets } from './stripe-wallets.ts'

type Listener = (event: never) => unknown

/** A page with the wallets in it, and Stripe.js as it speaks to them. */
function open({ error }: { error?: StripeError } = {}) {
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
  const wallets = createWallets({ stripe, options, send, unsaid: 'Check it', scheme: 'light' })
  const tell = (name: string, event: object = {}) => listeners.get(name)?.(event as never)
  return {
    wallets,
    made,
    changes,
    sent,
    tell,
    isShown: () => !page.firstElementChild!.classList.contains('none'),
    press() {
      const answers = { resolve: vi.fn<() => void>(), reject: vi.fn<() => void>() }
      tell('click', answers)
      return answers
    },
    async confirm() {
      const paymentFailed = vi.fn<() => void>()
      await tell('confirm', { paymentFailed })
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

  test('wallets are shown when the browser has one, and otherwise take no room', () => {
    const { tell, isShown } = open()
    expect(isShown()).toBe(false)
    tell('ready', {})
    expect(isShown()).toBe(false)
    tell('ready', { availablePaymentMethods: { applePay: true } })
    expect(isShown()).toBe(true)
  })

  test('wallets tell the page of a press, and open when it asks for them', async () => {
    const { press, sent, wallets, confirm } = open()
    const { resolve, reject } = press()
    expect(sent).toEqual([{ t: 'wallet' }])
    expect(resolve).not.toHaveBeenCalled()
    const answer = wallets.open(7)
    expect(resolve).toHaveBeenCalledOnce()
    expect(await confirm()).not.toHaveBeenCalled()
    expect(await answer).toEqual({
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
    const { press, wallets, tell } = open()
    press()
    const answer = wallets.open(2)
    tell('cancel')
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
    wallets.adapt(change, 'dark')
    expect(changes).toEqual([change, { buttonTheme: { applePay: 'white', googlePay: 'white' } }])
  })
})
