/** Texts that only the server writes, in pages where a script may never run. */
export const pageEn = {
  // A name and its value in one line, such as the language of the page or an order's number.
  labelled: '{label}: {value}',
  languages: 'Language',
  back: 'Back',
  docs: 'Documentation',
  storeApp: 'Store application',
  // On a button below the field for a corrected email address.
  email: 'Send confirmation',
  impossible:
    'To pay by card here you need JavaScript, which did not load. Turn it on and reload this page, or contact {store}.',
  // On the button of the form, where no script runs.
  onward: 'Continue to card details',
  waiting: 'Your payment is being processed. You do not need to pay again.',
  details: 'Change your details',
  work: 'To pay now, turn on JavaScript and go back to your details.',
  country: 'The store does not deliver to this country: {country}. Enter another address.',
  address: 'Check the address for this country: {country}',
  buy: 'Buy now',
  change: 'Change',
  // The lowest of several delivery fees.
  from: 'from {price}',
  scan: 'Scan to buy',
  size: 'Size',
  color: 'Color',
  quantity: 'Quantity',
  less: 'One less',
  more: 'One more',
  'quantity.range': 'Choose a quantity from 1 to {most}.',
  choose: 'Choose one of these',
  safety: 'Product safety',
  'safety.manufacturer': 'Manufacturer',
  'safety.responsiblePerson': 'Responsible person in the EU',
  'safety.identification': 'Product identification',
  'safety.warnings': 'Warnings',
  // Above `returns`.
  'returns.title': 'This link cannot be used',
  returns: 'This link leads back to an address that the store does not allow.',
} as const
