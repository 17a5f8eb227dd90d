/**
 * Our texts around Stripe's card fields, and those of the page with the bank's question. Stripe's
 * own fields bring their own texts.
 */
export const stripeEn = {
  'card.or': 'Or pay by card',
  'card.check': 'Check your card details',
  'method.title': 'Payment method',
  'method.card': 'Card',
  'method.leave':
    'After you press Pay, you will confirm the payment on another page and then come back here.',
  'method.blik': 'BLIK code',
  'method.blik.hint': '6 digits from your bank’s app. Confirm there after you press Pay.',
  'method.blik.missing': 'Enter the 6 digits of your BLIK code',
  'bank.title': 'Your bank’s confirmation',
  'bank.asking': 'Your bank’s confirmation will appear here in a moment.',
  'bank.done': 'Thank you. You can close this window.',
  'bank.unreachable':
    'Your bank’s page could not be loaded. Check your connection, then try again.',
  'bank.again': 'Try again',
} as const

export type StripeText = keyof typeof stripeEn
