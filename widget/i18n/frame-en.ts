/** The changing texts of the card fields; they live apart so that the payment frame stays small. */
export const frameEn = {
  'number.missing': 'Enter your card number',
  'number.wrong': 'Check the card number: a digit seems wrong',
  'number.test': 'Use a test card, such as 4242 4242 4242 4242',
  'expiry.wrong': 'Enter the expiry date, such as 03/27',
  'expiry.past': 'This card has expired: use another one',
  'code.back': '3 digits on the back',
  'code.front': '4 digits on the front',
  'missing.back': 'Enter the 3 digits on the back of your card',
  'missing.front': 'Enter the 4 digits on the front of your card',
} as const

/** Those that never change: in the document itself. */
export const frameLabelsEn = {
  number: 'Card number',
  valid: 'Valid',
  brands: 'We accept Visa, Mastercard and American Express',
  expiry: 'Expiry (MM/YY)',
  code: 'Security code',
  test: 'Test store',
} as const

export type FrameText = keyof typeof frameEn
