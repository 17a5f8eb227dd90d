import { goesTo } from '../session/checkout-state.ts'
import type {
  Appearance,
  CardAnswer,
  FromFrame,
  Setting,
  WalletBuyer,
} from '../element/messages.ts'
import type {
  ElementsOptions,
  ShippingRate,
  StripeJs,
  WalletAddress,
  WalletConfirm,
  WalletLook,
  WalletPress,
  WalletQuestions,
} from './stripe-js.ts'
import { tokenOf } from './stripe-token.ts'

/** Stripe waits a second for the answer to a press. */
const PRESS_MS = 900

/** `countries`: where this option goes. (Default: everywhere.) */
export type Rate = ShippingRate & { countries?: string[] }

type WalletSetup = {
  stripe: StripeJs
  options: ElementsOptions
  send: (message: FromFrame) => void
  unsaid: string
  setting: Pick<Setting, 'scheme' | 'option'>
  amountWith: (option: string | undefined) => number
  /** The options that deliver. */
  rates: Rate[]
  /** Where they deliver to. (Default: everywhere.) */
  countries?: string[] | undefined
}

type ElementsUpdate = Pick<ElementsOptions, 'amount' | 'locale' | 'appearance'>

const lookOf = (scheme: Appearance['scheme']): WalletLook => {
  const theme = scheme === 'dark' ? 'white' : 'black'
  return { buttonTheme: { applePay: theme, googlePay: theme } }
}

/** The last press, until it is answered, which has to be soon. */
function createPress() {
  let pressed: { press: WalletPress; timer: ReturnType<typeof setTimeout> } | undefined

  /** Takes the press to answer it. Afterwards no press waits. */
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

/** The page's question, which stays open while the buyer is in their wallet. */
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

/** In the words of the form, which shows it as if the buyer had typed it. */
function buyerOf({ billingDetails = {}, shippingAddress }: WalletConfirm): WalletBuyer {
  const { name = '', phone = '', email = '' } = billingDetails
  if (!shippingAddress) return { name, phone, email }
  const { line1, line2, city, state, postal_code: postalCode, country } = shippingAddress.address
  const street = line2 ? `${line1}, ${line2}` : line1
  return {
    name: shippingAddress.name || name,
    phone,
    email,
    address: { country, place: street, postalCode, city, region: state },
  }
}

/** The chosen option comes first: the wallet then has it chosen, too. */
const offeredRates = (rates: Rate[], option: string | undefined): ShippingRate[] =>
  rates
    .toSorted((one, other) => Number(other.id === option) - Number(one.id === option))
    .map(({ id, displayName, amount }) => ({ id, displayName, amount }))

/** What is asked in the wallet. A buyer who collects is asked for no address. */
function questionsFor(rates: Rate[], option: string | undefined): WalletQuestions {
  const isDelivered =
    rates.length > 0 && (option === undefined || rates.some(({ id }) => id === option))
  return {
    emailRequired: true,
    phoneNumberRequired: true,
    billingAddressRequired: true,
    ...(isDelivered && {
      shippingAddressRequired: true,
      shippingRates: offeredRates(rates, option),
    }),
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

type WalletPayment = { option: string | undefined; token: (id: number) => Promise<CardAnswer> }

/** Answers the page with what the buyer has confirmed, if the page still waits for it. */
async function answerWith(
  question: ReturnType<typeof createQuestion>,
  confirmed: WalletConfirm,
  { option, token }: WalletPayment,
) {
  const { paymentFailed } = confirmed
  const { id } = question
  if (id === undefined) return paymentFailed({ reason: 'fail' })
  const answer = await token(id).catch((): CardAnswer => ({ t: 'failed', id, code: 'internal' }))
  const isWanted = question.id === id
  if (answer.t !== 'token' || !isWanted) paymentFailed({ reason: 'fail' })
  const buyer = { ...buyerOf(confirmed), ...(option !== undefined && { option }) }
  if (isWanted) question.end(answer.t === 'token' ? { ...answer, buyer } : answer)
}

/** Takes no room until Stripe says that this browser has a wallet. */
function mountWallets({ stripe, options, setting, countries }: WalletSetup) {
  const elements = stripe.elements(options)
  const element = elements.create('expressCheckout', {
    paymentMethods: WALLETS,
    buttonHeight: 48,
    ...(countries && { allowedShippingCountries: countries }),
    ...lookOf(setting.scheme),
  })
  element.mount('#express')
  return { elements, element }
}

type Choice = Pick<WalletSetup, 'rates'> & {
  chosen: string | undefined
  choose: (option: string) => void
}

/** Offers what goes to the address in the wallet. */
function offerThere(
  { address: { country }, resolve, reject }: WalletAddress,
  { rates, chosen, choose }: Choice,
) {
  const there = rates.filter((rate) => goesTo(rate, country))
  const shippingRates = offeredRates(there, chosen)
  const [first] = shippingRates
  if (!first) return reject()
  choose(first.id)
  resolve({ shippingRates })
}

/**
 * Apple Pay and Google Pay (https://docs.stripe.com/elements/express-checkout-element). A wallet
 * opens only at a press of its own button, so the page around is asked during that press whether it
 * may.
 */
export function createWallets(given: WalletSetup) {
  const { stripe, send, unsaid, amountWith, rates } = given
  const { elements, element } = mountWallets(given)
  const lastPress = createPress()
  const question = createQuestion()
  /** The option that the page shows, and the one that the open wallet shows. */
  let shown = given.setting.option
  let chosen = shown

  function choose(option: string | undefined) {
    chosen = option
    elements.update({ amount: amountWith(option) })
  }

  element.on('ready', ({ availablePaymentMethods }) => {
    if (!availablePaymentMethods) return
    document.querySelector('#wallets')?.classList.remove('none')
    send({ t: 'offer' })
  })
  element.on('click', (press) => {
    question.end()
    lastPress.keep(press)
    send({ t: 'wallet' })
  })
  element.on('shippingaddresschange', (changed) => offerThere(changed, { rates, chosen, choose }))
  element.on('shippingratechange', ({ shippingRate, resolve }) => {
    choose(shippingRate.id)
    resolve()
  })
  element.on('cancel', () => question.end())
  element.on('confirm', (confirmed) =>
    answerWith(question, confirmed, {
      option: chosen,
      token: (id) => tokenOf({ stripe, elements, id, unsaid }),
    }),
  )

  return {
    /** The buyer pays by card, so whatever they still do in the wallet has no effect. */
    close: () => question.end(),

    /** The page's answer to the last press. It may come too late for that press. */
    async open(id: number): Promise<CardAnswer> {
      const press = lastPress.claim()
      if (!press) return { t: 'invalid', id, errors: [] }
      const answer = question.ask(id)
      const questions = questionsFor(rates, shown)
      choose(questions.shippingRates?.[0]?.id ?? shown)
      press.resolve(questions)
      return answer
    },

    /** A wallet that is open keeps the amount that it shows. */
    adapt({ amount, ...changed }: ElementsUpdate, { scheme, option }: WalletSetup['setting']) {
      shown = option
      elements.update(question.id === undefined ? { amount, ...changed } : changed)
      element.update(lookOf(scheme))
    },
  }
}
