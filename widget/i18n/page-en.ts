/** Texts that only the server writes, in pages where a script may never run. */
export const pageEn = {
  languages: 'Language',
  back: 'Back',
  docs: 'Documentation',
  storeApp: 'Store application',
  email: 'Send it there',
  impossible:
    'Paying by card needs JavaScript here, which did not load. Turn it on and load this page again, or ask {store}.',
  onward: 'Continue to card details',
  waiting: 'Your payment is being processed. You do not need to pay again.',
  details: 'Change your details',
  work: 'To pay now, turn on JavaScript and go back to your details.',
  country: 'The store does not deliver to this country: {country}. Enter another address.',
  address: 'Check the address for this country: {country}',
  buy: 'Buy now',
  size: 'Size',
  color: 'Color',
  quantity: 'Quantity',
  'quantity.range': 'Choose a quantity from 1 to {most}.',
  choose: 'Choose one of these',
  returns: 'This link leads back to an address that the store does not allow.',
} as const
