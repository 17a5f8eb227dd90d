-- A link to withdraw, for a buyer whose order was tried too often by strangers.
alter table buyer_mails
  drop constraint buyer_mails_kind_check,
  add constraint buyer_mails_kind_check check (
    kind in (
      'confirmation', 'refund', 'refund_failed', 'fulfilment', 'uncollected', 'withdrawal',
      'withdrawal_link'))
    not valid;
