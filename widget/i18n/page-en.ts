/** The texts that the server alone says, in pages where no script may ever run. */
export const pageEn = {
  languages: 'Language',
  back: 'Back',
  impossible:
    'Paying by card needs JavaScript here, which did not load. Turn it on and load this page again, or ask {store}.',
  onward: 'Continue to card details',
  waiting: 'Your payment is being processed. You do not need to pay again.',
  details: 'Change your details',
  work: 'To pay now, turn on JavaScript and go back to your details.',
  country: 'The store does not deliver to this country: {country}. Enter another address.',
  address: 'Check the address for this country: {country}',
} as const
