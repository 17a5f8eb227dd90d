/** `find` is exactly once in `file`. */
export type KnownMutant = { name: string; file: string; find: string; replace: string }

/** Mistakes that once no test noticed. Every run tries them first. */
export const KNOWN_MUTANTS: KnownMutant[] = [
  {
    name: '120 s to be authorised instead of 60 s',
    file: 'server/checkout/payments/attempt.ts',
    find: 'AUTHORISE_LEASE_MS = 60_000',
    replace: 'AUTHORISE_LEASE_MS = 120_000',
  },
  {
    name: "300 s for the bank's question, whatever the deadline",
    file: 'server/checkout/payments/settle-attempts.ts',
    find: 'Math.min(session.now.getTime(), session.expiresAt.getTime())',
    replace: 'session.now.getTime()',
  },
  {
    name: "the id of a stranger's payment is kept",
    file: 'server/checkout/payments/settle-attempts.ts',
    find: 'wrong !== undefined && wrong.attemptId !== seen.id',
    replace: 'false',
  },
  {
    name: "recovery claims another provider's attempts",
    file: 'server/postgres/payments/attempts.ts',
    find: '          and provider = any(${providers})\n',
    replace: '          and ${providers}::text[] is not null\n',
  },
  {
    name: 'the open question of an ended attempt stays open',
    file: 'server/checkout/payments/late-money.ts',
    find: 'return finish(deps, attempt, await provider.cancel(attempt))',
    replace: 'return finish(deps, attempt, found)',
  },
  {
    name: 'what was asked for instead of what can be taken',
    file: 'server/payments/stripe/stripe-outcomes.ts',
    find: 'toPayment(intent, intent.amount_capturable)',
    replace: 'toPayment(intent, intent.amount)',
  },
  {
    name: 'a refund sent again with a lower amount is the same',
    file: 'server/checkout/refunds/refund-order.ts',
    find: 'refund.amount === amount &&',
    replace: 'refund.amount >= amount &&',
  },
  {
    name: 'a session for a removed variant',
    file: 'server/postgres/sessions/insert-session.ts',
    find: 'v.product_id = p.id\n          and not v.removed\n',
    replace: 'v.product_id = p.id\n',
  },
]
