/** The changing texts of the card fields; they live apart so that the payment frame stays small. */
export const frameEn = {
  'number.wrong': 'Enter a valid card number',
  'number.test': 'Use a test card',
  'expiry.wrong': 'Enter the expiry date',
  'expiry.past': 'This card has expired: use another one',
  'code.back': '3 digits on the back',
  'code.front': '4 digits on the front',
  'code.missing': 'Enter the security code',
} as const

/** Those that never change: in the document itself. */
export const frameLabelsEn = {
  number: 'Card number',
  expiry: 'Expiry (MM/YY)',
  code: 'Security code',
  test: 'Test store',
} as const

export type FrameText = keyof typeof frameEn
