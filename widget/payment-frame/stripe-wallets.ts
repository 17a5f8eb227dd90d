import type { Appearance, CardAnswer, FromFrame } from './messages.ts'
import type { ElementsOptions, StripeJs, WalletLook, WalletPress } from './stripe-js.ts'
import { tokenOf } from './stripe-token.ts'

/** Stripe waits a second for a word on a press. */
const PRESS_MS = 900

type Given = {
  stripe: StripeJs
  options: ElementsOptions
  send: (message: FromFrame) => void
  unsaid: string
  scheme: Appearance['scheme']
}

type Changed = Pick<ElementsOptions, 'amount' | 'locale' | 'appearance'>

const lookOf = (scheme: Appearance['scheme']): WalletLook => {
  const theme = scheme === 'dark' ? 'white' : 'black'
  return { buttonTheme: { applePay: theme, googlePay: theme } }
}

/**
 * Apple Pay and Google Pay (https://docs.stripe.com/elements/express-checkout-element): shown once
 * Stripe has said that this browser has one of them. A wallet opens at a press of its own button and
 * nothing else, so the page around is asked in the time of that press whether its fields are right.
 */
export function createWallets({ stripe, options, send, unsaid, scheme }: Given) {
  // A group of its own: the card fields' own check is none of a wallet's.
  const elements = stripe.elements(options)
  const element = elements.create('expressCheckout', {
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      link: 'never',
      amazonPay: 'never',
      paypal: 'never',
      klarna: 'never',
    },
    buttonHeight: 48,
    ...lookOf(scheme),
  })
  let pressed: { press: WalletPress; timer: ReturnType<typeof setTimeout> } | undefined
  let asked: { id: number; resolve: (answer: CardAnswer) => void } | undefined

  /** The press, which is answered now; afterwards there is none. */
  function takePress() {
    const taken = pressed
    clearTimeout(taken?.timer)
    pressed = undefined
    return taken?.press
  }

  function end(answer?: CardAnswer) {
    const ended = asked
    asked = undefined
    ended?.resolve(answer ?? { t: 'invalid', id: ended.id, errors: [] })
  }

  element.on('ready', ({ availablePaymentMethods }) => {
    document.querySelector('#wallets')!.classList.toggle('none', !availablePaymentMethods)
  })
  element.on('click', (press) => {
    end()
    takePress()?.reject()
    pressed = { press, timer: setTimeout(() => takePress()?.reject(), PRESS_MS) }
    send({ t: 'wallet' })
  })
  element.on('cancel', () => end())
  element.on('confirm', async ({ paymentFailed }) => {
    if (!asked) return paymentFailed({ reason: 'fail' })
    const { id } = asked
    const answer = await tokenOf({ stripe, elements, id, unsaid }).catch((): CardAnswer => ({
      t: 'failed',
      id,
      code: 'internal',
    }))
    const isWanted = asked?.id === id
    if (answer.t !== 'token' || !isWanted) paymentFailed({ reason: 'fail' })
    if (isWanted) end(answer)
  })
  element.mount('#express')

  return {
    /** Whatever the buyer does there from now on comes to nothing: they pay by card. */
    close: () => end(),

    /** The page's word on the last press, which may have come too late for it. */
    open(id: number): Promise<CardAnswer> {
      const press = takePress()
      if (!press) return Promise.resolve({ t: 'invalid', id, errors: [] })
      return new Promise((resolve) => {
        asked = { id, resolve }
        press.resolve()
      })
    },

    adapt(changed: Changed, to: Appearance['scheme']) {
      elements.update(changed)
      element.update(lookOf(to))
    },
  }
}
