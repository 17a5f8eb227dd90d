/**
 * How a test card behaves. Source: https://docs.stripe.com/testing (card numbers, PaymentMethods)
 * and https://docs.stripe.com/declines/codes.
 */
export type StripeCard = {
  brand: string
  last4: string
  asksBuyer: boolean
  decline: { code: string; declineCode: string | null; message: string } | null
}

type Behaviour = Omit<StripeCard, 'brand' | 'last4'>

const OK: Behaviour = { asksBuyer: false, decline: null }
const declinedAs = (declineCode: string, message = 'Your card was declined.'): Behaviour => ({
  asksBuyer: false,
  decline: { code: 'card_declined', declineCode, message },
})
const failingWith = (code: string, message: string): Behaviour => ({
  asksBuyer: false,
  decline: { code, declineCode: code, message },
})

const CARDS: Record<string, { methods: string[]; card: Behaviour }> = {
  '4242424242424242': { methods: ['pm_card_visa'], card: OK },
  '5555555555554444': { methods: ['pm_card_mastercard'], card: OK },
  '4000000000000002': {
    methods: ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'],
    card: declinedAs('generic_decline'),
  },
  '4000000000009995': {
    methods: [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'pm_card_chargeDeclinedInsufficientFunds',
    ],
    card: declinedAs('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000000000009987': {
    methods: ['pm_card_visa_chargeDeclinedLostCard'],
    card: declinedAs('lost_card'),
  },
  '4000000000000069': {
    methods: ['pm_card_chargeDeclinedExpiredCard'],
    card: failingWith('expired_card', 'Your card has expired.'),
  },
  '4000000000000119': {
    methods: ['pm_card_chargeDeclinedProcessingError'],
    card: failingWith(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  '4000002760003184': {
    methods: ['pm_card_authenticationRequired'],
    card: { ...OK, asksBuyer: true },
  },
  '4000008400001629': {
    methods: ['pm_card_threeDSecureRequiredChargeDeclined'],
    card: { ...declinedAs('generic_decline'), asksBuyer: true },
  },
}

/** Its second part has the first letter of each billing detail: name, email, phone. */
const CONFIRMATION_TOKEN = /^ctoken_(\d{16})_(n?)(e?)(p?)_\w+$/

/**
 * A one-use confirmation token for that card. Only the double knows this form. `known`: which
 * billing details it has, by their first letters. (Default: what a buyer without email has sent.)
 */
export const confirmationTokenFor = (cardNumber: string, known = 'np') =>
  `ctoken_${cardNumber}_${known}_${crypto.randomUUID().replaceAll('-', '')}`

/** Whether the token names a card's owner and how to reach them. */
export function namesOwner(token: string) {
  const [, , name, email, phone] = CONFIRMATION_TOKEN.exec(token) ?? []
  return Boolean(name && (email || phone))
}

export function findCardOf(reference: string): StripeCard | undefined {
  const [, number = ''] = CONFIRMATION_TOKEN.exec(reference) ?? []
  const [known, found] =
    Object.entries(CARDS).find(
      ([each, { methods }]) => each === number || methods.includes(reference),
    ) ?? []
  if (known === undefined || found === undefined) return undefined
  const brand = known.startsWith('5') ? 'mastercard' : 'visa'
  return { ...found.card, brand, last4: known.slice(-4) }
}
