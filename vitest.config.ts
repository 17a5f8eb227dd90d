import { defineConfig } from 'vitest/config'

// `*.test.ts` needs nothing but Node; `*.spec.ts` of the server needs the real PostgreSQL and Redis that the global setup starts.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{server,widget,demo,scripts}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          include: ['server/**/*.spec.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          maxWorkers: 3,
        },
      },
    ],
  },
})
