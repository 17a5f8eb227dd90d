import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { findStopped } from './lint-layout.ts'

/** What a room refuses and what it lets in; `folder/file` where only some of its files may. */
type Case = { folder: string; file?: string; refused: string[]; allowed: string[] }

const typeOf = (name: string, from: string) =>
  `import type { ${name} } from '${from}'\nexport type Own = ${name}`
const valueOf = (from: string) => `import { value } from '${from}'\nexport const own = value`

const DRIVERS = ['pg', 'ioredis', 'stripe', 'nodemailer']

/** Like `valueOf`, for paths from the root of the repository. */
const ofRoot = (folder: string, paths: string[]) =>
  paths.map((path) => valueOf(`${'../'.repeat(folder.split('/').length)}${path}`))

const caseOf = (
  folder: string,
  { file, allowed, refused }: { file?: string; allowed: string[]; refused: string[] },
): Case => {
  const toSource = (from: string) =>
    from.includes('\n') || from.startsWith('export')
      ? [from]
      : from.includes('/') && /^(?:server|widget|demo|lab|e2e)\//.test(from)
        ? ofRoot(folder, [from])
        : [valueOf(from)]
  return {
    folder,
    ...(file && { file }),
    allowed: allowed.flatMap(toSource),
    refused: refused.flatMap(toSource),
  }
}

const API = {
  allowed: [
    'express',
    'zod',
    'server/checkout/payments/pay-session.ts',
    'server/web/requests/parse.ts',
    typeOf('Orders', '../../orders/open-orders.ts'),
  ],
  refused: [
    ...DRIVERS,
    'server/postgres/database.ts',
    'server/orders/open-orders.ts',
    'server/cache/redis/redis-cache.ts',
    'server/payments/test/test-provider.ts',
    'server/hosted/hosted-page.ts',
    'server/store-app/frame/page.ts',
    'widget/views/checkout-view.ts',
    'server/testing/builders.ts',
    'lab/model/seeded-random.ts',
  ],
}

// style: one or more rows per room of the architecture's table (scripts/walls.ts).
const CASES: Case[] = [
  caseOf('server/contract', {
    allowed: ['zod', './fields.ts'],
    refused: [
      'express',
      'server/checkout/errors.ts',
      typeOf('Session', '../checkout/session.ts'),
      'node:fs',
    ],
  }),
  caseOf('server/checkout', {
    allowed: [
      './session.ts',
      './ports/database.ts',
      typeOf('Order', '../contract/order.ts'),
      'export const at = (ms: number) => new Date(ms)',
    ],
    refused: [
      ...DRIVERS,
      'express',
      'jose',
      'zod',
      'node:crypto',
      'server/postgres/database.ts',
      'server/web/requests/parse.ts',
      'server/contract/order.ts',
      'lab/model/seeded-random.ts',
      typeOf('Pool', 'pg'),
      typeOf('Pool', '../postgres/database.ts'),
      "export const late = () => import('pg')",
      "export { value } from '../cache/redis/redis-client.ts'",
      'export const now = Date.now()',
      'export const now = new Date()',
      'export const dice = Math.random()',
      "export const secret = process.env['SECRET']",
      'export const token = crypto.randomUUID()',
    ],
  }),
  caseOf('server/postgres/checkout', {
    allowed: [
      'pg',
      typeOf('Order', '../../contract/order.ts'),
      'server/checkout/sessions/session.ts',
    ],
    refused: [
      'express',
      'ioredis',
      'jose',
      'server/cache/redis/redis-client.ts',
      'server/web/requests/parse.ts',
      'server/payments/test/test-provider.ts',
      'server/auth/random.ts',
      typeOf('Page', '../../store-app/products/catalogue.ts'),
    ],
  }),
  caseOf('server/orders', {
    allowed: [
      './find-orders.ts',
      'server/postgres/database.ts',
      'server/checkout/orders/withdrawal.ts',
      typeOf('Order', '../contract/order.ts'),
      typeOf('Receipts', '../auth/receipts.ts'),
    ],
    refused: [
      ...DRIVERS,
      'express',
      'zod',
      'server/auth/receipts.ts',
      'server/contract/order.ts',
      'server/web/html.ts',
      'server/store-app/orders/order-table.ts',
      typeOf('Context', '../api/merchant/order-routes.ts'),
    ],
  }),
  caseOf('server/cache/redis', {
    allowed: ['ioredis', 'server/cache/memory/gcra.ts', 'server/checkout/ports/cache.ts'],
    refused: ['express', 'pg', 'server/postgres/database.ts', 'server/web/requests/parse.ts'],
  }),
  caseOf('server/cache/memory', {
    allowed: ['./gcra.ts', 'server/checkout/ports/cache.ts'],
    refused: ['ioredis', 'server/cache/redis/redis-client.ts', 'server/web/requests/parse.ts'],
  }),
  caseOf('server/payments', {
    allowed: [typeOf('PaymentProvider', '../checkout/ports/provider.ts'), './breaker.ts'],
    refused: ['stripe', 'express', './test/test-provider.ts', './stripe/stripe-provider.ts'],
  }),
  caseOf('server/payments/test', {
    allowed: [
      'express',
      'server/web/requests/parse.ts',
      'server/checkout/errors.ts',
      'server/postgres/database.ts',
    ],
    refused: [
      ...DRIVERS,
      '../stripe/stripe-provider.ts',
      'server/postgres/checkout-database.ts',
      'server/hosted/hosted-page.ts',
    ],
  }),
  caseOf('server/payments/stripe', {
    allowed: ['stripe', 'express', 'server/web/requests/parse.ts'],
    refused: ['pg', '../test/test-provider.ts', 'server/postgres/database.ts'],
  }),
  caseOf('server/payments/a-new-one', {
    allowed: ['express', './a-new-one-provider.ts', 'server/web/requests/parse.ts'],
    refused: [...DRIVERS, '../test/test-provider.ts', 'server/postgres/database.ts'],
  }),
  caseOf('server/auth', {
    allowed: ['jose', 'node:crypto', typeOf('Order', '../contract/order.ts')],
    refused: [...DRIVERS, 'express', 'server/postgres/database.ts', 'server/web/requests/parse.ts'],
  }),
  caseOf('server/tracing', {
    allowed: [typeOf('Span', '@opentelemetry/api'), 'server/checkout/sessions/session.ts'],
    refused: [
      ...DRIVERS,
      '@opentelemetry/api',
      './open-tracing.ts',
      'server/web/requests/parse.ts',
    ],
  }),
  caseOf('server/web', {
    allowed: ['express', 'server/checkout/errors.ts', 'server/auth/bearer.ts', './parse.ts'],
    refused: [
      ...DRIVERS,
      'server/api/merchant/session-routes.ts',
      'server/hosted/hosted-page.ts',
      'server/payments/stripe/stripe-sources.ts',
      typeOf('Order', '../store-app/orders/order-table.ts'),
    ],
  }),
  caseOf('server/api/merchant', { ...API, refused: [...API.refused, '../platform/a-route.ts'] }),
  caseOf('server/api/buyer', { ...API, refused: [...API.refused, '../merchant/a-route.ts'] }),
  caseOf('server/api/platform', { ...API, refused: [...API.refused, '../merchant/a-route.ts'] }),
  caseOf('server/api/operations', { ...API, refused: [...API.refused, '../platform/a-route.ts'] }),
  caseOf('server/api/docs', { ...API, refused: [...API.refused, '../reference/document.ts'] }),
  caseOf('server/api/reference', { ...API, allowed: [...API.allowed, 'zod-openapi'] }),
  caseOf('server/hosted', {
    allowed: ['lit/html.js', 'widget/views/ui.ts', 'widget/styles/page.styles.ts', 'express'],
    refused: [
      ...DRIVERS,
      '@lit-labs/ssr',
      'server/postgres/database.ts',
      'server/payments/test/test-bank-page.ts',
      'server/api/buyer/buyer-routes.ts',
      'widget/session/checkout-client.ts',
      'demo/html.ts',
    ],
  }),
  caseOf('server/store-app/orders', {
    file: 'a.page.ts',
    allowed: [
      'express',
      '../frame/page.ts',
      'server/web/html.ts',
      'server/web/answers/compressed.ts',
      typeOf('OrderRecord', '../../orders/open-orders.ts'),
    ],
    refused: [
      ...DRIVERS,
      'server/orders/open-orders.ts',
      '../products/catalogue.ts',
      '../products/catalogue.records.ts',
      typeOf('Pool', '../../postgres/database.ts'),
      'server/mail/smtp-mailer.ts',
      'server/api/merchant/session-routes.ts',
    ],
  }),
  caseOf('server/store-app/orders', {
    file: 'an.records.ts',
    allowed: ['../../postgres/database.ts', './a-note.ts', '../frame/pictures.records.ts'],
    refused: [
      'pg',
      'express',
      '../frame/page.ts',
      '../../web/html.ts',
      '../products/catalogue.records.ts',
    ],
  }),
  caseOf('server/store-app/a-new-one', {
    allowed: ['express', './a-new-one.records.ts', '../frame/page.ts'],
    refused: [...DRIVERS, '../orders/order-table.ts', 'server/postgres/database.ts'],
  }),
  caseOf('server/store-app/frame', {
    allowed: ['express', './page.ts', 'server/web/answers/compressed.ts'],
    refused: [...DRIVERS, '../orders/order-table.ts', 'server/postgres/database.ts'],
  }),
  caseOf('server/store-app', {
    allowed: ['./orders/order.page.ts', typeOf('Pool', '../postgres/database.ts')],
    refused: [...DRIVERS, 'server/postgres/database.ts', 'server/api/merchant/a-route.ts'],
  }),
  caseOf('server/mail', {
    allowed: ['nodemailer', './mails.ts'],
    refused: ['express', 'pg', 'server/postgres/database.ts', 'server/store-app/frame/page.ts'],
  }),
  caseOf('server/pictures', {
    allowed: ['@napi-rs/image', './pictures.ts'],
    refused: ['express', 'pg', 'server/postgres/database.ts', 'server/store-app/frame/page.ts'],
  }),
  caseOf('server/webhooks', {
    allowed: ['server/checkout/ports/database.ts', 'server/contract/order.ts', 'node:crypto'],
    refused: [
      'express',
      'pg',
      'server/postgres/database.ts',
      'server/checkout/payments/pay-session.ts',
    ],
  }),
  caseOf('server/open', {
    allowed: ['server/payments/breaker.ts', 'server/reporting/events.ts', typeOf('Logger', 'pino')],
    refused: [...DRIVERS, 'express', 'server/app.ts', 'server/api/merchant/a-route.ts'],
  }),
  caseOf('server/reporting', {
    allowed: ['pino', 'prom-client', './metrics.ts', typeOf('Config', '../config.ts')],
    refused: [...DRIVERS, 'express', '../open/open-money.ts', '../process/workers.ts'],
  }),
  caseOf('server/rounds', {
    allowed: ['./due-runs.ts', 'server/checkout/payments/recover-payments.ts'],
    refused: [...DRIVERS, 'pino', '../open/open-money.ts', '../postgres/database.ts'],
  }),
  caseOf('server', {
    allowed: ['./app.ts', './postgres/database.ts', 'express', typeOf('Logger', 'pino')],
    refused: [
      ...DRIVERS,
      'pino',
      'prom-client',
      'jose',
      'widget/session/checkout-state.ts',
      'demo/html.ts',
      './testing/builders.ts',
      'lab/model/seeded-random.ts',
    ],
  }),
  caseOf('widget', {
    allowed: ['lit', './checkout-state.ts', typeOf('View', '../server/contract/buyer.ts')],
    refused: [
      'zod',
      'node:fs',
      'express',
      'server/contract/buyer.ts',
      'widget/test/a-view.ts',
      'demo/html.ts',
      typeOf('Session', '../server/checkout/sessions/session.ts'),
    ],
  }),
  caseOf('widget/session', {
    allowed: ['./checkout-state.ts', typeOf('View', '../../server/contract/buyer.ts')],
    refused: ['lit/html.js', '../element/write.ts', typeOf('Mounting', '../element/mounting.ts')],
  }),
  caseOf('widget/element', {
    allowed: ['lit/html.js', '../session/checkout-state.ts', '../views/ui.ts'],
    refused: ['../form/checkout-form.ts', '../mount/second-file.ts', '../outcomes/outcomes.ts'],
  }),
  caseOf('widget/form', {
    allowed: ['../element/write.ts', '../session/checkout-state.ts', '../views/ui.ts'],
    refused: ['../mount/second-file.ts', '../outcomes/outcomes.ts', '../payment-frame/connect.ts'],
  }),
  caseOf('widget/outcomes', {
    allowed: ['../element/page-hold.ts', '../form/form-focus.ts'],
    refused: ['../mount/second-file.ts', '../payment-frame/connect.ts'],
  }),
  caseOf('widget/views', {
    allowed: ['lit/html.js', '../checkout-state.ts', typeOf('V', '../../server/contract/buyer.ts')],
    refused: ['zod', 'server/contract/buyer.ts', 'server/checkout/money.ts'],
  }),
  caseOf('npm', {
    allowed: ['jose', 'react', 'standardwebhooks', './wire.ts'],
    refused: [
      'lit',
      'zod',
      'node:crypto',
      'server/contract/order.ts',
      'widget/session/checkout-state.ts',
      typeOf('Order', '../server/contract/order.ts'),
    ],
  }),
  caseOf('npm/cli', {
    allowed: ['standardwebhooks', '../server.ts', 'node:util'],
    refused: ['zod', 'server/contract/order.ts', 'widget/session/checkout-state.ts'],
  }),
  caseOf('demo', {
    allowed: ['express', './html.ts', 'node:path'],
    refused: ['zod', 'lit', 'server/contract/buyer.ts', 'widget/session/checkout-state.ts'],
  }),
  caseOf('demo/pages', {
    allowed: ['../html.ts'],
    refused: ['server/checkout/money.ts', 'widget/i18n/en.ts'],
  }),
  caseOf('e2e', {
    allowed: ['@playwright/test', './pages/checkout.page.ts'],
    refused: ['pg', 'server/checkout/money.ts', 'widget/i18n/en.ts', 'demo/html.ts'],
  }),
]

const WALL_RULES = ['import-wall', 'no-restricted-properties', 'no-restricted-globals', 'no-clock']

const kinds = ['refused', 'allowed'] as const
const fileOf = ({ folder, file }: Case, kind: string, index: number) =>
  join(folder, file ? `${kind}-${index}-${file}` : `${kind}-${index}.ts`)

let stopped: Set<string>

beforeAll(() => {
  const sources = CASES.flatMap((wall) =>
    kinds.flatMap((kind) =>
      wall[kind].map((source, index) => [fileOf(wall, kind, index), source] as const),
    ),
  )
  stopped = findStopped(new Map(sources), WALL_RULES)
}, 30_000)

describe.each(
  CASES.map((wall) => [wall.file ? join(wall.folder, wall.file) : wall.folder, wall] as const),
)('style §2: import wall of %s', (name, wall) => {
  test.each(wall.refused.map((source, index) => [source.split('\n')[0], index] as const))(
    `the wall of ${name} refuses: %s`,
    (_source, index) => {
      expect(stopped).toContain(fileOf(wall, 'refused', index))
    },
  )
  test.each(wall.allowed.map((source, index) => [source.split('\n')[0], index] as const))(
    `the wall of ${name} allows: %s`,
    (_source, index) => {
      expect(stopped).not.toContain(fileOf(wall, 'allowed', index))
    },
  )
})
