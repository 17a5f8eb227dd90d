// The English texts of the checkout. `{name}` marks what is filled in: `{store}` is what the shop
// calls itself, `{seller}` the person or company that the contract is with, `{time}` a time of day,
// such as `23:30` or, from the server, `23:30 UTC`.

/** What the form says when it is shown first. A merchant's page loads these texts first. */
export const formEn = {
  'page.back': 'Back to {store}',
  'page.title': 'Pay {store}',
  'page.loading': 'Loading the checkout',

  'error.broken': 'This page has stopped working. Reload it to see whether you have paid.',

  'summary.title': 'Order summary',
  'summary.quantity': 'Qty {quantity}',
  'summary.each': '{price} each',
  'summary.subtotal': 'Subtotal',
  'summary.delivery': 'Delivery',
  // Beside a price: buyers fetch the goods themselves.
  'summary.collection': 'Pickup',
  'summary.free': 'Free',
  'summary.total': 'Total',
  'summary.tax': 'incl. VAT',
  'summary.held': 'Price held for you until {time}',

  'contact.title': 'Contact',
  'contact.name': 'Full name',
  'contact.phone': 'Phone',
  'contact.phone.hint': 'For questions about your order only',
  'contact.phone.example': 'For questions about your order only. Example: {number}',
  'contact.email': 'Email',
  'contact.email.hint': 'For your order confirmation',

  'field.optional': '(optional)',

  'delivery.method': 'Delivery option',
  'delivery.place': 'Delivery address',
  'delivery.place.hint': 'Street, number, postal code and town',

  'card.title': 'Card',
  'card.frame': 'Card details',
  'card.test': 'Test mode',
  'card.test.hint': 'No money moves. Try 4242 4242 4242 4242 with any future date and any code.',
  'card.private':
    'Payments are processed by {provider}. Only {provider} sees your card number, never {store}.',
  'card.private.test':
    'This checkout processes test payments itself. {store} never sees your card number.',
  'card.unreachable.do': 'Check your connection, then try again. You were not charged.',

  'agree.label': 'I agree to the [terms of sale]',

  'payment.title': 'Payment',
  'payment.pay': 'Pay {amount}',

  'problem.offline': 'You are offline. Nothing was sent.',
} as const

/**
 * What is said around the form later: what is wrong with it, how its payment goes, and the rest.
 */
export const outcomeEn = {
  'page.secure': 'Secure checkout',
  'page.title.error': 'Error: {title}',
  'page.title.paid': 'Paid — {store}',
  'page.title.expired': 'Link expired — {store}',
  'page.title.unavailable': 'Not available — {store}',

  // Between the lines of an address, and between an email address and a phone.
  'list.separator': ', ',

  'express.title': 'Express checkout',

  'contact.name.missing': 'Enter your full name',
  'contact.phone.missing': 'Enter your phone number',
  'contact.phone.wrong': 'Enter a phone number with 7 to 15 digits',
  'contact.email.meant': 'Did you mean {email}?',
  'contact.email.wrong': 'Enter an email address like name@example.com',

  'field.long': 'Shorten this to {maximum} characters or fewer',

  // Where an address is one text. In fields, `delivery.street.missing` is said.
  'delivery.place.missing': 'Enter your delivery address',
  'delivery.country': 'Country',
  'delivery.street': 'Street and number',
  'delivery.street.missing': 'Enter the street and number',
  'delivery.postalCode': 'Postal code',
  'delivery.city': 'Town or city',
  'delivery.region.state': 'State',
  'delivery.region.province': 'Province',
  'delivery.region.prefecture': 'Prefecture',
  'delivery.region.county': 'County',
  'delivery.region.department': 'Department',
  'delivery.region.emirate': 'Emirate',
  'delivery.region.region': 'Region',
  'delivery.postalCode.missing': 'Enter the postal code',
  'delivery.city.missing': 'Enter the town or city',
  'delivery.region.missing': 'Fill in “{name}”',

  'card.unreachable': 'The card fields could not be loaded.',
  'card.page': 'Pay on the checkout page instead',

  'payment.paying': 'Processing…',
  'payment.status': 'Processing your payment of {amount}. Keep this page open.',
  'payment.slow': 'Still waiting for your bank. Keep this page open.',
  'payment.unknown': 'We do not know yet if the payment went through. Do not pay again.',
  'payment.unknown.do': 'We are checking. Keep this page open.',
  'payment.stuck.do':
    'Check again in a moment, or contact {store} and give this reference: {reference}',
  'payment.check': 'Check again',
  'payment.leave': 'You need to confirm this payment on another page.',
  // A button to the page of another service.
  'payment.leave.open': 'Continue',
  'payment.other': 'Pay another way',
  'payment.bank': 'Your bank needs you to confirm this payment.',
  'payment.bank.open': 'Continue to your bank',
  'payment.bank.frame': 'Your bank’s confirmation',
  'payment.bank.close': 'Close',

  // Above what is wrong with the fields of the form.
  'problem.title': 'There is a problem',
  'problem.many': 'Fields to correct: {count}',
  'problem.declined': 'Your payment did not go through',
  'problem.notCharged': 'The payment was not completed',
  'problem.notCharged.do': 'You were not charged. You can try again.',
  'problem.limited': 'Too many attempts in a short time',
  'problem.unavailable': 'Payments are not possible right now',
  'problem.later.do': 'You were not charged. Try again in a minute.',
  'problem.refused': 'Something went wrong on our side',

  // What follows is one of the other `declined` texts.
  'declined.card': 'Card ending in {last4}:',
  'declined.funds': 'Your card has insufficient funds. Nothing was charged; try another card.',
  'declined.bank':
    'Your bank could not confirm it was you. Nothing was charged; try again or use another card.',
  'declined.late': 'The payment was not completed in time. Nothing was charged; you can try again.',
  'declined.returned': 'Your payment arrived too late. You will get a full refund.',
  'declined.other':
    'Your card was declined. Nothing was charged; try another card or ask your bank.',

  'deadline.soon': 'Less than {minutes|one:# minute|other:# minutes} left.',
  'deadline.soon.do':
    'Pay by {time}. After that, this link expires: you will not be charged, and you can start again.',
  'deadline.soon.store':
    'Pay by {time}. After that, this link expires: you will not be charged, and you can go back to {store} to start again.',

  'agree.missing': 'Agree to the terms of sale to pay',

  'seller.by': 'Sold by {seller}',
  'seller.terms': 'Terms of sale',
  'seller.privacy': 'Privacy policy',
  'seller.returns': 'Withdrawal and returns',
  // `{text}` is `seller.returns`, `{days}` such as `14 days`.
  'seller.days': '{text} ({days})',
  'seller.accessibility': 'Accessibility statement',
  'seller.withdraw': 'Withdraw from contract here ({days})',
  // The store says why in a sentence of its own that follows.
  'seller.final': 'You have no legal right of withdrawal for this purchase.',
  'seller.tab': 'Opens in a new tab',
} as const

/** What is shown instead of the form once that is over. */
export const resultEn = {
  'complete.title': 'Payment received',
  'complete.thanks': 'Thank you, {name}. {store} has your order.',
  'complete.order': 'Order number',
  'complete.copy': 'Copy',
  'complete.copied': 'Copied',
  'complete.place': 'Delivery',
  // Before the name and address of a collection point.
  'complete.collect': 'Pick up at',
  'complete.tracking': 'Tracking',
  'complete.fee': 'Delivery fee',
  'complete.phone': 'Phone',
  'complete.statement': 'On your statement: {text}',
  // Before an address; `complete.email.refused` can follow it.
  'complete.email': 'Confirmation email',
  'complete.email.none': 'You did not give one, so no confirmation will be sent.',
  'complete.email.refused': 'It could not be delivered.',
  'complete.email.correct': 'Correct the email address',
  // Before a day with its time of day.
  'complete.paidAt': 'Paid',
  'complete.return': 'Return to {store}',
  'complete.returning': 'You will return to {store} in 20 seconds.',
  'complete.stay': 'Stay here',
  'complete.close': 'You can close this page.',
  'complete.print': 'Print receipt',

  'expired.title': 'This payment link has expired',
  'expired.text': 'You were not charged. Go back to {store} to start again.',

  'again.start': 'Start again',
  'again.total': 'The total has changed from {before} to {now}.',

  'unavailable.soldOut': 'Sold out',
  'unavailable.soldOut.text':
    'This item is no longer in stock. You were not charged. Go back to {store} to choose something else.',
  'unavailable.tries.text':
    'There were too many attempts, so this payment link no longer takes cards. You were not charged. Go back to {store} to start again.',
  'unavailable.left': 'Only {left} left',
  'unavailable.few': 'Not enough left',
  'unavailable.left.text':
    'You asked for {quantity}. Choose again in the store. You were not charged.',

  'error.title': 'Something went wrong on our side',
  'error.text': 'You were not charged. Try again in a moment.',
  'error.network': 'We cannot reach the checkout',
  'error.network.text':
    'Check your connection and try again. You will then see whether you have paid.',
  'error.notFound': 'Page not found',
  // In a merchant’s page, where `error.notFound` would be said of their own.
  'error.unknown': 'Checkout not found',
  'error.notFound.text': 'Check the link, or go back to the store and start again.',
  'error.origin': 'This checkout cannot be shown here',
  'error.origin.text': 'The store has not allowed this website to take payments.',
  'error.again': 'Try again',
} as const

/** All of them, in the order by which the built script knows them. */
export const en = { ...formEn, ...outcomeEn, ...resultEn } as const

export type Messages = { readonly [Key in keyof typeof en]: string }
