import type { Wall } from './wall.ts'

export const PAGES = [
  'server/web/',
  'server/admission/',
  'server/cache/memory/recent.ts',
  'server/checkout/',
  'server/auth/',
  'server/contract/',
  'express',
  'zod',
]
export const VIEWS = [
  'widget/views/',
  'widget/styles/',
  'widget/i18n/',
  'widget/session/checkout-state.ts',
]
const api = (folder: string, ...more: string[]): Wall => ({
  of: `server/api/${folder}/`,
  allow: ['<own>', 'server/tracing/spans.ts', ...PAGES, 'node:', ...more],
  types: ['server/orders/'],
  because: 'An API knows the core, auth and the web: no adapter, no driver, no other API.',
})

const subject = (folder: string, ...around: string[]): Wall => ({
  of: folder,
  allow: [
    '<own>',
    ...around,
    'server/store-app/frame/',
    'server/orders/order-position.ts',
    'server/rounds/one-at-a-time.ts',
    'server/threads/',
    ...PAGES,
    'node:crypto',
  ],
  types: ['server/orders/', 'server/mail/', 'server/pictures/'],
  because: 'A subject knows its frame and the web: no other subject, no adapter, no driver.',
})

/** What answers on the web, and what it is made of. */
export const SURFACE_WALLS: Wall[] = [
  {
    of: 'server/web/',
    allow: [
      ...PAGES,
      'server/tracing/spans.ts',
      'widget/i18n/',
      'compression',
      'negotiator',
      'proxy-addr',
      'qr',
      'node:',
    ],
    because: 'What every surface is made of knows no surface, no provider, no adapter.',
  },
  api('reference', 'server/api/reference/', 'server/api/docs/built-addresses.ts', 'zod-openapi'),
  api('docs', 'server/web/answers/built-folders.ts'),
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
    of: 'server/store-app/',
    ending: '.records.ts',
    allow: ['<own>', 'server/store-app/frame/', 'server/postgres/', 'server/checkout/'],
    types: ['server/contract/', 'server/pictures/', 'server/web/answers/answered-request.ts'],
    never: ['server/store-app/frame/page.ts'],
    because: 'A subject’s records know the record and the core: no express, no other subject.',
  },
  {
    of: 'server/store-app/frame/',
    allow: ['server/store-app/frame/', ...PAGES, 'csv-stringify', 'node:stream'],
    types: [
      'server/store-app/open-store-records.ts',
      'server/orders/',
      'server/mail/',
      'server/pictures/',
    ],
    because: 'The frame knows no subject that stands in it, no adapter, no driver.',
  },
  subject('server/store-app/products/import/', 'server/store-app/products/'),
  subject('server/store-app/*/'),
  {
    of: 'server/store-app/script/',
    allow: ['<own>'],
    types: ['server/contract/'],
    because: 'What runs in the browser of the store application knows nothing of the server.',
  },
  {
    of: 'server/store-app/',
    allow: ['server/store-app/', 'server/orders/', ...PAGES],
    types: ['server/postgres/database.ts', 'server/mail/', 'server/pictures/'],
    because: 'Here the subjects are put together: no driver, no adapter.',
  },
]
