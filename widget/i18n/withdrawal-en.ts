/** Texts about the withdrawal from a contract, in pages and in a mail. */
export const withdrawalEn = {
  // The heading of the first step, and of what is shown instead of it.
  title: 'Withdraw from contract',
  intro: 'Use this form to withdraw from a purchase. You do not have to give a reason.',
  contact: 'Email or phone',
  'contact.hint': 'The one you gave when you ordered',
  unknown:
    'We could not find an order with this number and this email or phone. Check both, or ask the store you bought from.',
  // `{seller}` is the legal name. What is bought follows in lines.
  statement: 'Confirm that you withdraw from the contract with {seller} for this order:',
  spent:
    'Too many attempts for this order. We can send a link to the email address that was given when it was placed.',
  // The button of the first step, which withdraws nothing.
  continue: 'Continue',
  'link.send': 'Send the link',
  'link.sent':
    'If this order exists and has an email address, a link is on its way to that address. It works for one hour. If nothing arrives, ask the store you bought from.',
  'link.over':
    'This link has expired. We can send a new one to the email address that was given when the order was placed.',
  'link.subject': 'Your link to withdraw: order {order} from {store}',
  'link.text':
    'Use this link to withdraw from the contract with {store} for order {order}. It works for one hour. If you did not ask for it, you do not need to do anything.',
  item: 'Item',
  // Before a day.
  paid: 'Paid',
  until: 'Last day to withdraw',
  refund: 'Refund',
  'refund.by': 'by {day}, or once the item is returned',
  // Links that lead here. In the words of the law (Directive 2011/83/EU, article 11a(1)), as `confirm`.
  begin: 'Withdraw from contract here',
  // The heading of the second step: nothing is withdrawn yet.
  'confirm.title': 'Check your withdrawal',
  confirm: 'Confirm withdrawal',
  done: 'You have withdrawn from the contract',
  // Before a day with its time of day.
  received: 'Withdrawal received',
  keep: 'Print or save this page. If you gave an email address when you ordered, you will also get this by email.',
  next: 'Contact {store} about returning the item and getting your money back.',
  late: 'The last day to withdraw has passed. {store} decides whether to accept your withdrawal.',
  'late.done': 'Your withdrawal has been received',
  refunded: 'This order has already been refunded in full, or the refund is on its way.',
  off: '{store} does not take withdrawals on this page.',
  'mail.subject': 'Withdrawal received: order {order} from {store}',
  'mail.text':
    'You have withdrawn from the contract with {store} for order {order}. Your withdrawal was received on {time}.',
} as const
