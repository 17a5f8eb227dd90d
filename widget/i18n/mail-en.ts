/** Texts of mails to buyers, beside those that the receipt has, too. */
export const mailEn = {
  'confirmation.subject': 'Your order {order} at {store}',
  'order.view': 'View your order',
  'refund.subject': 'A refund for your order {order} at {store}',
  'refund.text':
    '{store} has refunded {amount} of your order {order}. Your bank may need some days to show it.',
  'refund.amount': 'Refund',
  'refundFailed.subject': 'The refund for your order {order} at {store} has failed',
  'refundFailed.text':
    'The refund of {amount} for your order {order} did not reach you. {store} knows of it. Ask there how you get the money.',
  'fulfilment.subject': 'Your order {order} at {store} has been fulfilled',
  'fulfilment.text': '{store} has marked your order {order} as fulfilled.',
  'contact.reply': 'Questions? Reply to this mail, or reach {store} here: {contact}',
  'contact.ask': 'Questions? Reach {store} here: {contact}',
} as const
