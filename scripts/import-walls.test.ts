import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Wall = { folder: string; file?: string; refused: string[]; allowed: string[] }

const typeOf = (name: string, from: string) =>
  `import type { ${name} } from '${from}'\nexport type Own = ${name}`
const valueOf = (from: string) => `import { value } from '${from}'\nexport const own = value`

// style: one row per folder of the architecture's table.
const WALLS: Wall[] = [
  {
    folder: 'server/contract',
    allowed: [valueOf('zod'), valueOf('./fields.ts')],
    refused: [
      valueOf('express'),
      valueOf('../checkout/errors.ts'),
      typeOf('Session', '../checkout/session.ts'),
      valueOf('node:fs'),
    ],
  },
  {
    folder: 'server/checkout',
    allowed: [
      valueOf('./session.ts'),
      typeOf('Order', '../contract/order.ts'),
      'export const at = (ms: number) => new Date(ms)',
    ],
    refused: [
      ...[
        'express',
        'pg',
        'ioredis',
        'jose',
        'stripe',
        'zod',
        'node:crypto',
        '../postgres/database.ts',
        '../http/parse.ts',
      ].map(valueOf),
      valueOf('../contract/order.ts'),
      typeOf('Pool', 'pg'),
      typeOf('Pool', '../postgres/database.ts'),
      "export const late = () => import('pg')",
      "export { value } from '../redis/client.ts'",
      'export const now = Date.now()',
      'export const now = new Date()',
      'export const dice = Math.random()',
      "export const secret = process.env['SECRET']",
      'export const token = crypto.randomUUID()',
    ],
  },
  {
    folder: 'server/postgres',
    allowed: [
      valueOf('pg'),
      typeOf('Order', '../contract/order.ts'),
      valueOf('../checkout/session.ts'),
    ],
    refused: [
      'express',
      'ioredis',
      'jose',
      '../redis/client.ts',
      '../http/parse.ts',
      '../payments/test-provider.ts',
      '../auth/random.ts',
    ].map(valueOf),
  },
  {
    folder: 'server/redis',
    allowed: [
      valueOf('ioredis'),
      valueOf('../memory/gcra.ts'),
      typeOf('Cache', '../checkout/ports.ts'),
    ],
    refused: [
      'express',
      'pg',
      '../postgres/database.ts',
      '../http/parse.ts',
      '../payments/test-provider.ts',
    ].map(valueOf),
  },
  {
    folder: 'server/memory',
    allowed: [valueOf('./gcra.ts'), typeOf('Cache', '../checkout/ports.ts')],
    refused: ['ioredis', '../redis/client.ts', '../http/parse.ts'].map(valueOf),
  },
  {
    folder: 'server/payments',
    allowed: [valueOf('stripe'), typeOf('PaymentProvider', '../checkout/ports.ts')],
    refused: ['express', 'pg', 'ioredis', '../postgres/database.ts', '../http/parse.ts'].map(
      valueOf,
    ),
  },
  {
    folder: 'server/auth',
    allowed: [valueOf('jose'), valueOf('node:crypto'), typeOf('Order', '../contract/order.ts')],
    refused: ['express', 'pg', 'ioredis', '../postgres/database.ts', '../http/parse.ts'].map(
      valueOf,
    ),
  },
  ...['server/http', 'server/store-app'].map((folder) => ({
    folder,
    allowed: [
      'express',
      '../checkout/pay-session.ts',
      '../auth/bearer.ts',
      '../contract/order.ts',
    ].map(valueOf),
    refused: [
      'pg',
      'ioredis',
      'stripe',
      '../postgres/database.ts',
      '../redis/client.ts',
      '../memory/gcra.ts',
      '../payments/test-provider.ts',
      '../../widget/views/checkout-view.ts',
      '../../demo/html.ts',
    ].map(valueOf),
  })),
  {
    folder: 'server/http',
    file: 'hosted-page.ts',
    allowed: [
      '@lit-labs/ssr',
      '../../widget/views/ui.ts',
      '../../widget/styles/page.styles.ts',
    ].map(valueOf),
    refused: [
      'pg',
      '../postgres/database.ts',
      '../../widget/checkout-client.ts',
      '../../demo/html.ts',
    ].map(valueOf),
  },
  {
    folder: 'server/http/openapi',
    allowed: [
      'zod-openapi',
      '../html-text.ts',
      '../../checkout/errors.ts',
      '../../contract/order.ts',
    ].map(valueOf),
    refused: [
      'pg',
      '../../postgres/database.ts',
      '../../redis/client.ts',
      '../../../widget/views/ui.ts',
    ].map(valueOf),
  },
  {
    folder: 'server/store',
    allowed: [valueOf('../checkout/session.ts'), typeOf('Order', '../contract/order.ts')],
    refused: [
      'express',
      'pg',
      'zod',
      'node:crypto',
      '../postgres/database.ts',
      '../http/parse.ts',
      '../store-app/html.ts',
    ].map(valueOf),
  },
  {
    folder: 'server/store-app/orders',
    allowed: [
      'express',
      'csv-parse/sync',
      '../html.ts',
      '../../store/audit.ts',
      '../../contract/order.ts',
    ].map(valueOf),
    refused: [
      'pg',
      'nodemailer',
      '../../postgres/database.ts',
      '../../mail/smtp-mail.ts',
      '../../http/parse.ts',
    ].map(valueOf),
  },
  {
    folder: 'server/postgres/store',
    allowed: [valueOf('../database.ts'), typeOf('Page', '../../store/lists.ts')],
    refused: ['pg', 'express', '../../store-app/html.ts', '../../redis/client.ts'].map(valueOf),
  },
  {
    folder: 'server/mail',
    allowed: [valueOf('nodemailer'), typeOf('Mail', '../store/mail.ts')],
    refused: ['express', 'pg', '../postgres/database.ts', '../store-app/html.ts'].map(valueOf),
  },
  {
    folder: 'server/pictures',
    allowed: [valueOf('@napi-rs/image'), typeOf('Picture', '../store/pictures.ts')],
    refused: ['express', 'pg', '../postgres/database.ts', '../store-app/html.ts'].map(valueOf),
  },
  {
    folder: 'server/webhooks',
    allowed: [valueOf('../checkout/ports.ts'), valueOf('../contract/order.ts')],
    refused: ['express', 'pg', '../postgres/database.ts', '../checkout/pay-session.ts'].map(
      valueOf,
    ),
  },
  {
    folder: 'server',
    allowed: ['./app.ts', './postgres/database.ts', 'express', 'pino'].map(valueOf),
    refused: [
      'pg',
      'ioredis',
      'jose',
      'stripe',
      '../widget/checkout-state.ts',
      '../demo/html.ts',
      './test/builders.ts',
    ].map(valueOf),
  },
  {
    folder: 'widget',
    allowed: [
      valueOf('lit'),
      valueOf('./checkout-state.ts'),
      typeOf('CheckoutView', '../server/contract/buyer.ts'),
    ],
    refused: [
      ...['zod', 'node:fs', 'express', '../server/contract/buyer.ts', '../demo/html.ts'].map(
        valueOf,
      ),
      typeOf('Session', '../server/checkout/session.ts'),
    ],
  },
  {
    folder: 'widget/views',
    allowed: [
      valueOf('lit/html.js'),
      valueOf('../checkout-state.ts'),
      typeOf('CheckoutView', '../../server/contract/buyer.ts'),
    ],
    refused: ['zod', '../../server/contract/buyer.ts', '../../server/checkout/money.ts'].map(
      valueOf,
    ),
  },
  {
    folder: 'demo',
    allowed: [valueOf('express'), valueOf('./html.ts'), valueOf('node:path')],
    refused: ['zod', 'lit', '../server/contract/buyer.ts', '../widget/checkout-state.ts'].map(
      valueOf,
    ),
  },
  {
    folder: 'demo/pages',
    allowed: [valueOf('../html.ts')],
    refused: ['../../server/checkout/money.ts', '../../widget/i18n/en.ts'].map(valueOf),
  },
  {
    folder: 'e2e',
    allowed: [valueOf('@playwright/test'), valueOf('./pages/checkout.page.ts')],
    refused: ['pg', '../server/checkout/money.ts', '../widget/i18n/en.ts', '../demo/html.ts'].map(
      valueOf,
    ),
  },
]

const WALL_RULES = [
  'import-wall',
  'no-restricted-properties',
  'no-restricted-globals',
  'no-ambient-date',
]
const PROJECT = join(import.meta.dirname, '..')
const OXLINT = join(
  dirname(createRequire(import.meta.url).resolve('oxlint/package.json')),
  'bin/oxlint',
)

let layout: string
let stopped: Set<string>

const kinds = ['refused', 'allowed'] as const
const fileOf = ({ folder, file }: Wall, kind: string, index: number) =>
  join(folder, file ? `${kind}-${index}-${file}` : `${kind}-${index}.ts`)

beforeAll(() => {
  layout = mkdtempSync(join(tmpdir(), 'hc-walls-'))
  for (const file of ['.oxlintrc.json', 'scripts/lint-plugin.ts'])
    cpSync(join(PROJECT, file), join(layout, file))
  for (const wall of WALLS) {
    mkdirSync(join(layout, wall.folder), { recursive: true })
    for (const kind of kinds)
      wall[kind].forEach((source, index) =>
        writeFileSync(join(layout, fileOf(wall, kind, index)), `${source}\n`),
      )
  }
  const { stdout, stderr } = spawnSync(process.execPath, [OXLINT, '--format=json'], {
    cwd: layout,
    encoding: 'utf8',
  })
  if (!stdout.startsWith('{')) throw new Error(`oxlint: ${stdout}${stderr}`)
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string }[]
  }
  stopped = new Set(
    diagnostics
      .filter(({ code }) => WALL_RULES.some((rule) => code.includes(rule)))
      .map(({ filename }) => filename),
  )
}, 30_000)

afterAll(() => rmSync(layout, { recursive: true, force: true }))

describe.each(
  WALLS.map((wall) => [wall.file ? join(wall.folder, wall.file) : wall.folder, wall] as const),
)('import wall of %s', (_name, wall) => {
  test.each(wall.refused.map((source, index) => [source.split('\n')[0], index] as const))(
    'refuses %s',
    (_source, index) => {
      expect(stopped).toContain(fileOf(wall, 'refused', index))
    },
  )
  test.each(wall.allowed.map((source, index) => [source.split('\n')[0], index] as const))(
    'allows %s',
    (_source, index) => {
      expect(stopped).not.toContain(fileOf(wall, 'allowed', index))
    },
  )
})
