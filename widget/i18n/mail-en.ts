/** Texts of mails to buyers, beside those that the receipt has, too. */
export const mailEn = {
  // The name of a store that moves no real money.
  'store.test': '{name} (test)',
  'confirmation.subject': 'Your order {order} from {store}',
  'order.view': 'View your order',
  'refund.subject': 'Refund for your order {order} from {store}',
  'refund.text':
    '{store} has refunded {amount} for your order {order}. It may take a few days to appear on your statement.',
  // Before an amount.
  'refund.amount': 'Refund',
  'refundFailed.subject': 'The refund for your order {order} from {store} has failed',
  'refundFailed.text':
    'The refund of {amount} for your order {order} did not reach you. {store} knows about this. Ask them how you will get your money.',
  'fulfilment.subject': 'Your order {order} from {store} is complete',
  'fulfilment.text': '{store} has marked your order {order} as complete.',
  // `{contact}` is an email address, a phone number, or both.
  'contact.reply': 'Questions? Reply to this email or contact {store}: {contact}',
  'contact.ask': 'Questions? Contact {store}: {contact}',
} as const
