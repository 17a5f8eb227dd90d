import { PAGES, SURFACE_WALLS, VIEWS } from './surface-walls.ts'
import type { Wall } from './wall.ts'

const DRIVERS = ['pg', 'pg-copy-streams']
const provider = (folder: string, ...drivers: string[]): Wall => ({
  of: `server/payments/${folder}/`,
  allow: ['<own>', 'server/payments/provider-parts.ts', ...PAGES, ...VIEWS, 'node:', ...drivers],
  because: 'A provider is one folder: it knows the core, the web and its own driver, no other one.',
})
export const SERVER_WALLS: Wall[] = [
  {
    of: 'server/contract/',
    allow: ['server/contract/', 'zod'],
    because: 'The wire imports zod and nothing of ours.',
  },
  {
    of: 'server/checkout/',
    allow: ['server/checkout/', 'libphonenumber-js', 'localized-address-format'],
    types: ['server/contract/'],
    because: 'The core knows itself, addresses, phones, types of the wire: no driver, no node:*.',
  },
  {
    of: 'server/postgres/',
    allow: ['server/postgres/', 'server/checkout/', 'server/contract/', ...DRIVERS, 'node:'],
    because: 'The record knows the core, pg and Node: no other adapter, no http.',
  },
  {
    of: 'server/cache/memory/',
    allow: ['server/cache/memory/', 'server/checkout/'],
    because: 'The in-process cache knows the core.',
  },
  {
    of: 'server/cache/redis/',
    allow: ['server/cache/', 'server/checkout/', 'ioredis', 'node:crypto'],
    because: 'The Redis cache knows the core, its in-process twin and ioredis.',
  },
  {
    of: 'server/admission/',
    allow: ['<own>', 'server/cache/memory/', 'server/checkout/', 'ipaddr.js', 'node:crypto'],
    because: 'Admission comes before everything: it knows the core’s errors and counts in memory.',
  },
  provider('stripe', 'stripe'),
  provider('test', 'server/postgres/columns.ts', 'server/postgres/database.ts'),
  provider('*'),
  {
    of: 'server/payments/',
    allow: ['<own>', 'server/checkout/', 'server/contract/'],
    types: ['server/web/', 'express'],
    never: ['server/payments/*/'],
    because: 'What all providers share knows none of them.',
  },
  {
    of: 'server/mail/',
    allow: [
      'server/mail/',
      'server/checkout/',
      'server/web/html.ts',
      'server/rounds/due-runs.ts',
      'widget/i18n/',
      'widget/views/ui.ts',
      'nodemailer',
      'node:',
    ],
    types: ['server/contract/'],
    because: 'Mail knows its texts and those of the receipt, the core and nodemailer.',
  },
  {
    of: 'server/pictures/',
    allow: [
      'server/pictures/',
      'server/threads/',
      'server/checkout/',
      '@napi-rs/image',
      'node:crypto',
    ],
    because: 'Pictures know the library that reads them.',
  },
  {
    of: 'server/auth/',
    allow: [
      'server/auth/',
      'server/cache/memory/recent.ts',
      'server/checkout/errors.ts',
      'server/threads/',
      '@zxcvbn-ts/language-common',
      'jose',
      'otpauth',
      '@simplewebauthn',
      'node:crypto',
      'node:zlib',
    ],
    types: ['server/contract/', 'server/checkout/'],
    because: 'Authentication knows jose, node:crypto and types: no express, no driver.',
  },
  {
    of: 'server/tracing/open-tracing.ts',
    allow: ['<own>', '@opentelemetry', 'node:'],
    because: 'The SDK is imported here alone, and this file only when traces are wanted.',
  },
  {
    of: 'server/tracing/live-spans.ts',
    allow: ['@opentelemetry/api'],
    types: ['server/tracing/', 'node:'],
    because: 'What writes spans knows the API of OpenTelemetry alone.',
  },
  {
    of: 'server/tracing/',
    allow: ['server/checkout/sessions/session.ts'],
    types: ['server/tracing/', '@opentelemetry/api', 'node:'],
    because: 'What every process loads of traces has nothing of OpenTelemetry in it.',
  },
  {
    of: 'server/threads/',
    allow: ['server/threads/', 'node:worker_threads'],
    because: 'A thread knows nothing of what is done in it.',
  },
  {
    of: 'server/webhooks/',
    allow: [
      'server/webhooks/',
      'server/rounds/due-runs.ts',
      'server/rounds/one-at-a-time.ts',
      'server/checkout/ports/',
      'server/contract/',
      'node:crypto',
    ],
    types: ['server/egress/'],
    because: 'Webhooks know the core’s ports and the wire: no express, no driver.',
  },
  {
    of: 'server/egress/',
    allow: ['<own>', 'ipaddr.js', 'node:'],
    because: 'The way out knows addresses and Node: nothing of what is sent, or to whom.',
  },
  ...SURFACE_WALLS,
  {
    of: 'server/reporting/',
    allow: ['<own>', 'server/web/', 'server/checkout/', 'pino', 'pino-pretty', 'prom-client', 'node:'],
    types: ['server/'],
    because: 'What happened is logged and counted here alone.',
  },
  {
    of: 'server/rounds/',
    allow: ['<own>', 'server/checkout/'],
    types: ['server/'],
    because: 'What is done again and again knows the core, and is given the rest.',
  },
  {
    of: 'server/open/',
    allow: ['server/', 'package.json'],
    types: ['pino'],
    never: [
      'server/app.ts',
      'server/service.ts',
      'server/process/',
      'server/api/',
      'server/hosted/',
    ],
    because: 'What is opened knows our rooms, never a driver, nor the surface that it is for.',
  },
  {
    of: 'server/',
    allow: [
      'server/',
      'package.json',
      'express',
      'age-encryption',
      'zod',
      'node:',
    ],
    types: ['pino', 'prom-client'],
    because: 'The composition root knows our rooms, never a driver.',
  },
]
