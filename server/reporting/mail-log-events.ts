import { error, info, warn } from './log-lines.ts'

export const MAIL_LOG_EVENTS = {
  'mail.written': info('A mail, as no mail server is set.', 'to', 'subject', 'text'),
  'mail.failed': error('The mail server did not take a mail.', 'reason', 'response'),
  'mail.limited': warn(
    'A mail to a member was not sent: its recipient has had as many as one may.',
  ),

  'buyer_mail.failed': warn(
    'A mail to a buyer was put off, may have been sent (`unsure`), or its address is refused for good.',
    'messageId',
    'outcome',
    'reason',
    'response',
  ),
  'buyer_mail.denied': error(
    'The mail server refuses a mail to a buyer, and not for its address. It is tried again.',
    'messageId',
    'reason',
    'response',
  ),
  'buyer_mail.limited': warn(
    'A mail to a buyer waits: its recipient or the buyer’s network has had as many as one may.',
    'messageId',
    'by',
    'freeAt',
  ),

  'sale_mail.failed': warn(
    'A mail to a member about sales was put off, may have been sent (`unsure`), or its address is refused for good.',
    'messageId',
    'outcome',
    'reason',
    'response',
  ),
  'sale_mail.denied': error(
    'The mail server refuses a mail about sales, and not for its address. It is tried again.',
    'messageId',
    'reason',
    'response',
  ),
  'sale_mail.limited': info(
    'A mail about sales waits, and takes later orders with it: the member has had as many as one may.',
    'messageId',
    'by',
    'freeAt',
  ),
}
