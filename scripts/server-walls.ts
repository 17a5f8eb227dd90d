import type { Wall } from './wall.ts'

const PAGES = [
  'server/web/',
  'server/admission/',
  'server/checkout/',
  'server/auth/',
  'server/contract/',
  'express',
  'zod',
]
const VIEWS = [
  'widget/views/',
  'widget/styles/',
  'widget/i18n/',
  'widget/session/checkout-state.ts',
]

const LOGS = ['pino', 'pino-http', 'pino-pretty', 'prom-client']
const DRIVERS = ['pg', 'pg-copy-streams']
const provider = (folder: string, ...drivers: string[]): Wall => ({
  of: `server/payments/${folder}/`,
  allow: ['<own>', 'server/payments/provider-parts.ts', ...PAGES, ...VIEWS, 'node:', ...drivers],
  because: 'A provider is one folder: it knows the core, the web and its own driver, no other one.',
})

const api = (folder: string, ...more: string[]): Wall => ({
  of: `server/api/${folder}/`,
  allow: ['<own>', 'server/tracing/spans.ts', ...PAGES, 'node:', ...more],
  because: 'An API knows the core, auth and the web: no adapter, no driver, no other API.',
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
    allow: ['server/cache/memory/', 'server/checkout/', 'server/admission/recent.ts'],
    because: 'The in-process cache knows the core, and how the oldest makes room.',
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
      'server/web/html-text.ts',
      'server/due-runs.ts',
      'widget/i18n/',
      'widget/views/ui.ts',
      'nodemailer',
      'node:crypto',
      'node:stream',
      'node:url',
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
      'server/admission/recent.ts',
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
    allow: ['server/checkout/session.ts'],
    types: ['server/tracing/', '@opentelemetry/api', 'node:'],
    because: 'What every process loads of traces has nothing of OpenTelemetry in it.',
  },
  {
    of: 'server/threads/',
    allow: ['server/threads/', 'node:worker_threads'],
    because: 'A thread knows nothing of what is done in it.',
  },
  {
    of: 'server/web/',
    allow: [
      ...PAGES,
      'server/tracing/spans.ts',
      'compression',
      'negotiator',
      'proxy-addr',
      'uqr',
      'node:',
    ],
    because: 'What every surface is made of knows no surface, no provider, no adapter.',
  },
  api('reference', 'zod-openapi', 'server/built-folders.ts'),
  api('*'),
  {
    of: 'server/hosted/',
    allow: [
      'server/hosted/',
      'server/pictures/pictures.ts',
      ...PAGES,
      ...VIEWS,
      'lit',
      'widget/form/buyer-fields.ts',
      'widget/session/deadline.ts',
      'widget/form/latin-digits.ts',
      'widget/session/return-address.ts',
      'widget/payment-frame/',
      'node:',
    ],
    because: 'Hosted pages know the web and the widget’s views: no provider, no adapter.',
  },
  {
    of: 'server/webhooks/',
    allow: [
      'server/webhooks/',
      'server/due-runs.ts',
      'server/one-at-a-time.ts',
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
  {
    of: 'server/store-app/',
    ending: '.records.ts',
    allow: ['<own>', 'server/store-app/frame/', 'server/postgres/', 'server/checkout/'],
    types: ['server/contract/', 'server/pictures/', 'server/web/answered-request.ts'],
    never: ['server/store-app/frame/html.ts', 'server/store-app/frame/page.ts'],
    because: 'A subject’s records know the record and the core: no express, no other subject.',
  },
  {
    of: 'server/store-app/frame/',
    allow: ['server/store-app/frame/', ...PAGES, 'csv-stringify', 'node:stream'],
    types: ['server/store-app/open-store-records.ts', 'server/mail/', 'server/pictures/'],
    because: 'The frame knows no subject that stands in it, no adapter, no driver.',
  },
  {
    of: 'server/store-app/*/',
    allow: [
      '<own>',
      'server/store-app/frame/',
      'server/one-at-a-time.ts',
      'server/threads/',
      ...PAGES,
      'csv-parse',
      'node:crypto',
    ],
    types: ['server/mail/', 'server/pictures/'],
    because: 'A subject knows its frame and the web: no other subject, no adapter, no driver.',
  },
  {
    of: 'server/store-app/script/',
    allow: ['<own>'],
    types: ['server/contract/'],
    because: 'What runs in the browser of the store application knows nothing of the server.',
  },
  {
    of: 'server/store-app/',
    allow: ['server/store-app/', ...PAGES],
    types: ['server/postgres/database.ts', 'server/mail/', 'server/pictures/'],
    because: 'Here the subjects are put together: no driver, no adapter.',
  },
  {
    of: 'server/open/',
    allow: ['server/', 'package.json'],
    types: ['pino'],
    never: ['server/app.ts', 'server/service.ts', 'server/api/', 'server/hosted/'],
    because: 'What is opened knows our rooms, never a driver, nor the surface that it is for.',
  },
  {
    of: 'server/',
    allow: [
      'server/',
      'package.json',
      'express',
      ...LOGS,
      'fastest-levenshtein',
      'age-encryption',
      'zod',
      'node:',
    ],
    because: 'The composition root knows our rooms, never a driver.',
  },
]
