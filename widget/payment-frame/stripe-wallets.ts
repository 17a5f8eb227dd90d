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

/** The last press, until it is answered: Stripe does not wait for long. */
function createPress() {
  let pressed: { press: WalletPress; timer: ReturnType<typeof setTimeout> } | undefined

  /** It is answered now; afterwards there is none. */
  function claim() {
    const taken = pressed
    clearTimeout(taken?.timer)
    pressed = undefined
    return taken?.press
  }

  return {
    claim,
    keep(press: WalletPress) {
      claim()?.reject()
      pressed = { press, timer: setTimeout(() => claim()?.reject(), PRESS_MS) }
    },
  }
}

/** What the page has asked for, while the buyer is in their wallet. */
function createQuestion() {
  let asked: { id: number; resolve: (answer: CardAnswer) => void } | undefined
  return {
    get id() {
      return asked?.id
    },
    ask: (id: number) =>
      new Promise<CardAnswer>((resolve) => {
        asked = { id, resolve }
      }),
    end(answer?: CardAnswer) {
      const ended = asked
      asked = undefined
      ended?.resolve(answer ?? { t: 'invalid', id: ended.id, errors: [] })
    },
  }
}

const WALLETS = {
  applePay: 'auto',
  googlePay: 'auto',
  link: 'never',
  amazonPay: 'never',
  paypal: 'never',
  klarna: 'never',
} as const

/**
 * Apple Pay and Google Pay (https://docs.stripe.com/elements/express-checkout-element): shown once
 * Stripe has said that this browser has one of them. A wallet opens at a press of its own button and
 * nothing else, so the page around is asked in the time of that press whether its fields are right.
 */
export function createWallets({ stripe, options, send, unsaid, scheme }: Given) {
  // A group of its own: the card fields' own check is none of a wallet's.
  const elements = stripe.elements(options)
  const element = elements.create('expressCheckout', {
    paymentMethods: WALLETS,
    buttonHeight: 48,
    ...lookOf(scheme),
  })
  const lastPress = createPress()
  const question = createQuestion()

  element.on('ready', ({ availablePaymentMethods }) => {
    document.querySelector('#wallets')?.classList.toggle('none', !availablePaymentMethods)
  })
  element.on('click', (press) => {
    question.end()
    lastPress.keep(press)
    send({ t: 'wallet' })
  })
  element.on('cancel', () => question.end())
  element.on('confirm', async ({ paymentFailed }) => {
    const { id } = question
    if (id === undefined) return paymentFailed({ reason: 'fail' })
    const answer = await tokenOf({ stripe, elements, id, unsaid }).catch((): CardAnswer => ({
      t: 'failed',
      id,
      code: 'internal',
    }))
    const isWanted = question.id === id
    if (answer.t !== 'token' || !isWanted) paymentFailed({ reason: 'fail' })
    if (isWanted) question.end(answer)
  })
  element.mount('#express')

  return {
    /** Whatever the buyer does there from now on comes to nothing: they pay by card. */
    close: () => question.end(),

    /** The page's word on the last press, which may have come too late for it. */
    async open(id: number): Promise<CardAnswer> {
      const press = lastPress.claim()
      if (!press) return { t: 'invalid', id, errors: [] }
      const answer = question.ask(id)
      press.resolve()
      return answer
    },

    adapt(changed: Changed, to: Appearance['scheme']) {
      elements.update(changed)
      element.update(lookOf(to))
    },
  }
}
