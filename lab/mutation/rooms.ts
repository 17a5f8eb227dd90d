import { globSync } from 'node:fs'

/** Sources, and the tests that would notice a mistake there, the quicker ones first. */
type Room = { sources: string; tests: string[] }

/** What pays, refunds or ends a session. */
const PAYMENTS = [
  'server/checkout/**/*.test.ts',
  'lab/model/payment-model.spec.ts',
  'server/payments/{payment-lies,provider-outage}.spec.ts',
  'server/checkout/payments/{payment-{recovery,caps,deadlines},late-money,other-provider}.spec.ts',
  'server/checkout/refunds/{refunds,refund-recovery}.spec.ts',
  'server/checkout/{situations,payments/races-stock,sessions/races-deadline}.spec.ts',
  'server/api/buyer/buyer-{pay,view,challenge}.spec.ts',
  'server/api/merchant/session-{creation,expire,read}.spec.ts',
  'server/api/merchant/idempotency.spec.ts',
  'server/api/operations/notifications.spec.ts',
]

const ROOMS: Room[] = [
  { sources: 'server/checkout/**/*.ts', tests: [...PAYMENTS, 'server/operate/*.spec.ts'] },
  {
    sources: 'server/{orders/find-orders,postgres/{sessions,payments,refunds,orders,events}/*}.ts',
    tests: [
      ...PAYMENTS,
      'server/postgres/{sessions,payments,refunds,orders,events}/*.spec.ts',
      'server/api/merchant/orders.spec.ts',
      'server/store-app/{sessions,payment-problems,orders}/*.spec.ts',
    ],
  },
  {
    sources: 'server/payments/stripe/*.ts',
    tests: [
      'server/payments/*.test.ts',
      'server/payments/stripe/*.{test,spec}.ts',
      'server/payments/provider-conformance.spec.ts',
      'lab/stripe/stripe-double.spec.ts',
    ],
  },
  {
    sources: 'server/payments/{*,test/*}.ts',
    tests: [
      'server/payments/*.test.ts',
      'server/payments/test/*.test.ts',
      'server/payments/provider-{conformance,outage}.spec.ts',
      'server/payments/payment-lies.spec.ts',
      'server/api/buyer/buyer-{pay,challenge}.spec.ts',
      'server/api/operations/notifications.spec.ts',
      'server/hosted/payment-frame.spec.ts',
      'server/checkout/refunds/refunds.spec.ts',
      'server/operate/*.spec.ts',
    ],
  },
]

/** Tests, and pages that people judge by looking at them. */
const NO_SOURCE = /\.(?:test|spec)\.ts$|-page\.ts$/

const isLong = (test: string) => test.endsWith('.long.spec.ts')

/**
 * Every source file with the tests that would notice a mistake. `only`: the beginnings of its path.
 * `long`: with the tests of `npm run test:long`.
 */
export function findSources(project: string, { only, long }: { only: string[]; long: boolean }) {
  const find = (pattern: string) => globSync(pattern, { cwd: project }).toSorted()
  return ROOMS.flatMap(({ sources, tests }) => {
    const testFiles = [...new Set(tests.flatMap(find))].filter((test) => long || !isLong(test))
    return find(sources)
      .filter((file) => !NO_SOURCE.test(file))
      .filter((file) => only.length === 0 || only.some((start) => file.startsWith(start)))
      .map((file) => ({ file, tests: testFiles }))
  })
}
