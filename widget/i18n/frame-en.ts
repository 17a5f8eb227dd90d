/** The texts of the card fields that change. They stand apart to keep the payment frame small. */
export const frameEn = {
  'number.missing': 'Enter the card number',
  'number.wrong': 'Enter a valid card number',
  'number.test': 'Use a test card',
  'expiry.wrong': 'Enter the expiry date',
  'expiry.past': 'This card has expired: use another one',
  'code.back': '3 digits on the back',
  'code.front': '4 digits on the front',
  'code.missing': 'Enter the security code',
} as const

/** The texts that never change. They stand in the document itself. */
export const frameLabelsEn = {
  number: 'Card number',
  expiry: 'Expiry (MM/YY)',
  code: 'Security code',
  test: 'Test store',
} as const

export type FrameText = keyof typeof frameEn
