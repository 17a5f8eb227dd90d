import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './scripts/tools.ts'

/** No journeys of a buyer in Chromium. */
const OTHERS = ['**/store*.spec.ts', '**/{cuts,engines,frameworks,gallery,speed}/*.spec.ts']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // A worker is a browser and its services: a second one of a project costs more than it saves, so
  // the two projects of a run have one each.
  projects: [
    { name: 'engines', testMatch: '**/engines/*.spec.ts' },
    { name: 'cuts', testMatch: '**/cuts/*.spec.ts' },
    { name: 'gallery', testMatch: '**/gallery/*.spec.ts' },
    { name: 'frameworks', testMatch: '**/frameworks/*.spec.ts' },
    { name: 'speed', testMatch: '**/speed/*.spec.ts' },
    { name: 'buyer', testIgnore: OTHERS, grepInvert: /@long/, workers: 1 },
    { name: 'buyer-long', testIgnore: OTHERS, grep: /@long/, workers: 1 },
    { name: 'store', testMatch: '**/store*.spec.ts', workers: 1 },
  ],
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  workers: 2,
  retries: 0,
  fullyParallel: false,
  forbidOnly: true,
  // For a machine that is many times slower than a developer's.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording takes a fifth of the time: `--trace on` where a failure needs it.
    trace: 'off',
    launchOptions: chromiumLaunch(),
  },
})
