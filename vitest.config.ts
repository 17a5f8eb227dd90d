import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { frameDocuments } from './scripts/frame-documents.ts'
import { chromiumLaunch } from './scripts/tools.ts'

/** What a database with defaults of somebody else could break: dates, letters, isolation, limits of time. */
const ON_ANY_DATABASE = [
  'server/api/buyer/buyer-pay.spec.ts',
  'server/api/merchant/{idempotency,orders,refunds,session-creation}.spec.ts',
  'server/checkout/payments/{late-money,payment-recovery,races-stock}.spec.ts',
  'server/hosted/withdraw/withdraw.spec.ts',
  'server/store-app/account/sign-in.spec.ts',
  'server/store-app/home/home.spec.ts',
  'server/store-app/products/products.spec.ts',
]

const WITH_SERVERS = {
  environment: 'node' as const,
  globalSetup: ['server/testing/servers/global-setup.ts'],
  setupFiles: ['server/testing/servers/each-file.ts'],
  isolate: false,
  testTimeout: 400_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  maxWorkers: 3,
}

/** Runs alone, because it runs our commands, and needs no servers. */
const BARE_MACHINE = 'lab/deploy/bare-machine.long.spec.ts'

/**
 * What a page does once, by its first element: each of these files is the first in a page, the others
 * share one.
 */
const PAGES_OF_THEIR_OWN = [
  'npm/*.component.ts',
  'widget/element/kit.component.ts',
  'widget/mount/loaded-twice.component.ts',
  'widget/mount/painted-receipt.component.ts',
  'widget/mount/restored-page.component.ts',
  'widget/mount/second-file.component.ts',
]

/**
 * Pages that nobody looks at are laid out, and take presses, without being drawn, which would be a
 * quarter of their time.
 */
const UNDRAWN = `
  if (navigator.userAgent.includes('Headless'))
    document.head.append(Object.assign(document.createElement('style'), {
      textContent: 'iframe { opacity: 0 }',
    }))
`

// All limits of time are for a machine that is many times slower than a developer's. `*.test.ts`
// needs nothing but Node; `*.component.ts` runs the widget's sources in a real browser, built as
// the product is; `*.spec.ts` of the server needs the real PostgreSQL and Redis that the global
// setup starts; those called `*.long.spec.ts` run in `npm run test:long` alone. The files of a
// worker share what they import, and those in a browser their page, so no module may hold what
// belongs to one file's tests: a harness is opened by a call in the file.
export default defineConfig({
  test: {
    tags: [{ name: 'long', description: 'Runs in npm run test:long alone.' }],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{server,lab,widget,demo,scripts}/**/*.test.ts'],
          isolate: false,
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: './vite.config.ts',
        plugins: [frameDocuments()],
        optimizeDeps: {
          include: [
            '@lit/reactive-element',
            'lit/html.js',
            '@testing-library/dom',
            'shadow-dom-testing-library',
            'react',
            'react-dom/client',
          ],
        },
        test: {
          name: 'component',
          maxWorkers: 2,
          include: ['{widget,npm}/**/*.component.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            orchestratorScripts: [{ content: UNDRAWN }],
            viewport: { width: 1024, height: 900 },
            provider: playwright({
              launchOptions: chromiumLaunch(),
              contextOptions: {
                locale: 'en-GB',
                timezoneId: 'UTC',
                colorScheme: 'light',
                reducedMotion: 'reduce',
              },
              actionTimeout: 20_000,
            }),
            instances: [
              {
                browser: 'chromium',
                name: 'component',
                isolate: false,
                exclude: PAGES_OF_THEIR_OWN,
              },
              {
                browser: 'chromium',
                name: 'component, a page each',
                include: PAGES_OF_THEIR_OWN,
              },
            ],
          },
        },
      },
      {
        test: {
          ...WITH_SERVERS,
          name: 'integration',
          include: ['{server,lab}/**/*.spec.ts'],
          exclude: ['**/*.long.spec.ts'],
        },
      },
      {
        test: {
          ...WITH_SERVERS,
          name: 'integration-long',
          include: ['{server,lab}/**/*.long.spec.ts', 'lab/model/payment-model.spec.ts'],
          exclude: [BARE_MACHINE, 'server/hostile-database.long.spec.ts'],
        },
      },
      {
        test: {
          name: 'bare-machine',
          environment: 'node',
          include: [BARE_MACHINE],
          testTimeout: 3_000_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...WITH_SERVERS,
          name: 'hostile-database',
          include: ['server/hostile-database.long.spec.ts', ...ON_ANY_DATABASE],
        },
      },
    ],
  },
})
