import type { FlowKind } from './flow-plan.ts'
import type { Providers } from './names.ts'

/** `find` is exactly once in `file`, which is in the folder `server`. */
export type Patch = { file: string; find: string; replace: string }

export type PlantedBug = {
  name: string
  patches: Patch[]
  /** The beginnings of the names of invariants that must notice it. */
  breaks: string[]
  /** (Default: 200.) */
  flows?: number
  /** The buyers who are likeliest to meet it. (Default: all kinds.) */
  kinds?: FlowKind[]
  /** (Default: the test provider.) */
  provider?: Providers
  /** How often the provider misbehaves, and how much else is broken. (Default: nothing.) */
  providerFaults?: number
  kills?: number
  faults?: number
}

/** Mistakes that others made, planted in a copy of the service for the harness to notice. */
export const PLANTED_BUGS: PlantedBug[] = [
  {
    name: 'no row lock',
    breaks: ['I', 'every answer'],
    patches: [
      {
        file: 'postgres/sessions/sessions.ts',
        find: "for update ${fragment(isPatient ? '' : 'skip locked')})",
        replace: ')',
      },
      // Also stops payments of one process from waiting for each other. Conflicting writes are
      // tried again.
      {
        file: 'postgres/sharing.ts',
        find: 'const group = grouped(runAll, { most: MOST, keysOf: work.keysOf })',
        replace: 'const group = work.keysOf.length > 0 ? alone : grouped(runAll, { most: MOST })',
      },
      // Waits between reading and writing, as on a busy machine.
      {
        file: 'postgres/payments/insert-attempts.ts',
        find: 'set stock = v.stock - wanted.quantity',
        replace: 'set stock = v.stock - wanted.quantity + length(pg_sleep(0.05)::text)',
      },
    ],
    kinds: ['doubleSubmit', 'twoTabs', 'late'],
  },
  {
    name: 'now() instead of the clock after the lock',
    breaks: ['I6'],
    patches: [
      {
        file: 'postgres/sessions/sessions.ts',
        find: "moment('clock_timestamp()')",
        replace: "moment('now()')",
      },
    ],
    kinds: ['twoTabs'],
  },
  {
    name: 'naive expiry on read',
    breaks: ['I9', 'I10'],
    patches: [
      {
        file: 'postgres/sessions/late-sessions.ts',
        find: `coalesce((select 'expired' from late), s.state)`,
        replace: `case when s.state = 'open' and s.expires_at <= clock_timestamp() then 'expired' else s.state end`,
      },
      {
        file: 'postgres/sessions/late-sessions.ts',
        find: `s.state = 'open'\n      and s.expires_at <= clock_timestamp()\n      and not exists (select from late)`,
        replace: 'false',
      },
    ],
    kinds: ['late'],
  },
  {
    name: 'capture after complete',
    breaks: ['I12'],
    patches: [
      {
        file: 'checkout/payments/attempt-transitions.ts',
        find: `return isOver ? 'voiding' : 'capturing'`,
        replace: `return isOver ? 'voiding' : 'captured'`,
      },
      {
        file: 'checkout/payments/settle-payment.ts',
        find: `if (to === 'captured') {`,
        replace: `if (to === 'captured') {\n    void deps.provider.capture(attempt)`,
      },
    ],
    kinds: ['patient', 'doubleSubmit'],
    providerFaults: 0.1,
  },
  {
    name: 'open served from the cache',
    breaks: ['I9', 'I10'],
    patches: [
      {
        file: 'cache/redis/redis-cache.ts',
        find: 'session: session && isTerminal(session) ? session : undefined,',
        replace: 'session,',
      },
      {
        file: 'cache/redis/redis-session-cache.ts',
        find: `entry !== null && Number(entry.toString('latin1', 0, VERSION_DIGITS)) !== FIRST_VERSION`,
        replace: 'entry !== null',
      },
    ],
    kinds: ['late', 'twoTabs'],
  },
  {
    // The test bank knows a payment by its attempt, where others use a key: a new key makes each
    // call a new payment.
    name: 'new idempotency key on retry',
    breaks: ['I12'],
    patches: [
      {
        file: 'postgres/migrations/0001-foundation.sql',
        find: 'attempt_id text not null unique,\n  session_id text not null,\n  store_id',
        replace: 'attempt_id text not null,\n  session_id text not null,\n  store_id',
      },
      {
        file: 'payments/test/test-ledger.ts',
        find: '\n      on conflict (attempt_id) do nothing\n      returning',
        replace: '\n      returning',
      },
    ],
    kinds: ['patient', 'doubleSubmit'],
    providerFaults: 0.15,
  },
  {
    name: 'absolute stock write',
    breaks: ['I1 ', 'I20'],
    patches: [
      {
        file: 'postgres/sessions/payable-sessions.ts',
        find: '\n      order by id\n      for no key update),',
        replace: '),',
      },
      {
        file: 'postgres/payments/insert-attempts.ts',
        find: 'set stock = v.stock - wanted.quantity',
        replace:
          'set stock = (select stock from variants where id = wanted.variant_id) - wanted.quantity',
      },
    ],
  },
  {
    name: 'a count ends at what payments hold',
    breaks: ['S1', 'S2'],
    patches: [
      {
        file: 'postgres/catalogue/product-variants.ts',
        find: 'stock = v.stock + excluded.stock,\n        supplied = v.supplied + excluded.supplied',
        replace:
          'stock = greatest(0, v.stock + excluded.stock),\n        supplied = v.supplied + greatest(0, v.stock + excluded.stock) - v.stock',
      },
    ],
  },
  {
    name: 'amount not compared',
    breaks: ['I4', 'I8', 'I12'],
    patches: [
      {
        file: 'checkout/payments/attempt-transitions.ts',
        find: 'payment.attemptId === id && payment.amount === amount && payment.currency === currency',
        replace: 'payment.attemptId === id && payment.currency === currency && amount > 0',
      },
    ],
    kinds: ['patient', 'doubleSubmit'],
    providerFaults: 0.15,
  },
  {
    name: 'void fired and forgotten',
    breaks: ['I12'],
    patches: [
      {
        file: 'checkout/payments/settle-payment.ts',
        find: `case 'voiding':\n      return outcomeOf('cancel', 'K8')`,
        replace: `case 'voiding':\n      void provider.cancel(attempt)\n      return { type: 'cancelled' }`,
      },
    ],
    kinds: ['patient', 'doubleSubmit'],
    providerFaults: 0.3,
    faults: 80,
  },
  {
    name: 'no unique index',
    breaks: ['I6'],
    patches: [
      {
        file: 'postgres/migrations/0003-payments-under-faults.sql',
        find: 'create unique index one_live_attempt',
        replace: 'create index one_live_attempt',
      },
    ],
    flows: 40,
    kinds: ['patient'],
  },
  {
    name: 'expire without cancel',
    breaks: ['I7', 'I12'],
    patches: [
      {
        file: 'checkout/payments/attempt-transitions.ts',
        find: `if (isOver) return 'voiding'`,
        replace: `if (isOver) return 'voided'`,
      },
      {
        file: 'checkout/payments/attempt-transitions.ts',
        find: `return isOver && !isGivenUp ? 'voiding'`,
        replace: `return isOver && !isGivenUp ? 'voided'`,
      },
    ],
    kinds: ['patient', 'doubleSubmit'],
    faults: 80,
  },
  {
    name: 'late money of another way to pay kept',
    breaks: ['I12'],
    patches: [
      {
        file: 'checkout/payments/attempt-transitions.ts',
        find: 'takenAt > leaseUntil',
        replace: 'takenAt.getTime() > leaseUntil.getTime() + 3_600_000',
      },
    ],
    provider: 'stripe',
    kinds: ['patient', 'doubleSubmit'],
  },
  {
    name: 'another way to pay given up, not cancelled',
    breaks: ['I7', 'I12'],
    patches: [
      {
        file: 'checkout/payments/attempt-transitions.ts',
        find: `return state === 'requires_action' ? 'voiding'`,
        replace: `return state === 'requires_action' ? 'voided'`,
      },
    ],
    provider: 'stripe',
    kinds: ['patient', 'doubleSubmit'],
  },
  {
    name: 'event of a completed session dropped',
    breaks: ['I16'],
    patches: [
      {
        file: 'postgres/payments/attempt-moves.ts',
        find: `      emitted as (\n        insert into events (type, store_id, session_id, order_number, next_try_at, announced_at)\n        select 'checkout.session.completed', store_id, session_id, order_number,\n          clock_timestamp() + interval '2 seconds', null\n        from placed),\n`,
        replace: '',
      },
    ],
  },
]
