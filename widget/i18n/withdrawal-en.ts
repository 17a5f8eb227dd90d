/** Texts about the withdrawal from a contract, in pages and in a mail. */
export const withdrawalEn = {
  intro: 'Here you withdraw from a purchase. You need not give a reason.',
  contact: 'Email or phone',
  'contact.hint': 'As you gave it with the order',
  unknown:
    'No order has this number with this email or phone. Check both, or ask the store that you bought from.',
  statement: 'You withdraw from the contract with {store} about this order:',
  spent:
    'Too many attempts for this order. We can send a link to the email address that was given with it.',
  'link.send': 'Send the link',
  'link.sent':
    'If this order exists and has an email address, a link is on its way there. It works for one hour. If nothing arrives, ask the store that you bought from.',
  'link.over':
    'This link has expired. We can send a new one to the email address that was given with the order.',
  'link.subject': 'Link to withdraw from order {order} at {store}',
  'link.text':
    'With this link you can withdraw from the contract with {store} for order {order}. It works for one hour. If you did not ask for it, you do not need to do anything.',
  item: 'Item',
  until: 'Last day to withdraw',
  refund: 'Refund',
  'refund.by': 'by {day}, or when the item is back',
  begin: 'Withdraw from contract',
  confirm: 'Confirm withdrawal',
  done: 'You have withdrawn from the contract',
  received: 'Received',
  keep: 'Print or save this page. If the order has an email address, this also comes by mail.',
  next: 'Ask {store} how to send the item back, and how you get your money.',
  late: 'The last day to withdraw has passed. {store} decides whether to accept your withdrawal.',
  'late.done': 'Your withdrawal has been received',
  refunded: 'All the money for this order has been refunded, or is on its way.',
  off: '{store} takes no withdrawals here.',
  'mail.subject': 'Your withdrawal from order {order} at {store}',
  'mail.text':
    'You have withdrawn from the contract with {store} about order {order}. Your withdrawal was received on {time}.',
} as const
