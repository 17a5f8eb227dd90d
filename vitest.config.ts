import { defineConfig } from 'vitest/config'

// All limits of time are for a machine that is many times slower than a developer's. `*.test.ts`
// needs nothing but Node; `*.spec.ts` of the server needs the real PostgreSQL and Redis that the
// global setup starts.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{server,lab,widget,demo,scripts}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          include: ['{server,lab}/**/*.spec.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 3,
        },
      },
    ],
  },
})
