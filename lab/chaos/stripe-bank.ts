import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Program, send, startProgram, untilReady } from '../../scripts/programs/program.ts'
import { createStripeProvider } from '../../server/payments/stripe/stripe-provider.ts'
import { CARDS } from '../../server/testing/builders.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { confirmationTokenFor } from '../stripe/stripe-cards.ts'
import type { Bank, BookedPayment } from './bank.ts'
import type { Card } from './flow-plan.ts'
import { holdProcess } from '../servers/databases.ts'
import { START_PATIENCE_MS } from '../servers/service-process.ts'

const KEYS = { STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: 'whsec_double' }
/** The payment's client secret, which is in the addresses of its pages. */
const SECRET = /pi_\w+_secret_\w+/
const PROGRAM = join(import.meta.dirname, '../stripe/serve-bank.ts')

/** Stripe does not have all cards of the test bank. */
const NUMBERS: Record<Card, string> = {
  ...CARDS,
  slow: CARDS.succeeds,
  capturedThenLost: CARDS.succeeds,
}

type Setup = {
  folder: string
  logs: string
  seed: number
  faultRate: number
  /** Where the services take notifications. */
  notificationPorts: () => number[]
}

/** The double of Stripe as a process that can be killed, and then reads its journal. */
export async function startStripeBank(setup: Setup): Promise<Bank> {
  const [port, controlPort] = [await findFreePort(), await findFreePort()]
  const control = `http://127.0.0.1:${controlPort}`
  let faultRate = setup.faultRate

  const ask = async <Answer>(path: string, body?: unknown) => {
    const response = await fetch(`${control}${path}`, {
      signal: AbortSignal.timeout(10_000),
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`the bank answers ${response.status}`)
    return (await response.json()) as Answer
  }

  const start = async (): Promise<Program> => {
    const log = openSync(join(setup.logs, 'bank.log'), 'a')
    const program = startProgram(process.execPath, [PROGRAM], {
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env['PATH'],
        ...KEYS,
        PORT: String(port),
        CONTROL_PORT: String(controlPort),
        NOTIFICATION_URLS: setup
          .notificationPorts()
          .map((of) => `http://127.0.0.1:${of}/payment-notifications`)
          .join(','),
        JOURNAL: join(setup.folder, 'bank.jsonl'),
        SEED: String(setup.seed),
        FAULT_RATE: String(faultRate),
      },
    })
    closeSync(log)
    const ready = async () => {
      while (!(await ask('/').catch(() => undefined))) await wait(25)
    }
    await untilReady(program, { name: 'the bank', patienceMs: START_PATIENCE_MS, ready })
    return program
  }
  let program = await start()

  return {
    name: 'stripe',
    books: () => ask<BookedPayment[]>('/books'),
    upstream: { port, host: '127.0.0.1' },
    env: (of) => ({
      ...KEYS,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_API_BASE: `http://127.0.0.1:${of}`,
    }),
    act: async (deed) => (await ask<{ kept?: number }>('/act', deed)).kept,
    openProvider: ({ serviceId }) => ({
      provider: createStripeProvider({
        serviceId,
        secretKey: KEYS.STRIPE_SECRET_KEY,
        webhookSecrets: [KEYS.STRIPE_WEBHOOK_SECRET],
        apiBase: `http://127.0.0.1:${port}`,
        challengeUrl: (id) => id,
        returnUrl: ({ id }: { id: string }) => `https://pay.example/challenges/${id}/return`,
      }),
      close: async () => undefined,
    }),
    page: {
      paymentMethod: (card) => confirmationTokenFor(NUMBERS[card]),
      async answerChallenge(url, answer) {
        const [clientSecret] = SECRET.exec(url) ?? []
        // Another bank asked this question.
        if (clientSecret === undefined) return undefined
        const asked = ask<{ back?: string }>('/challenge', { clientSecret, answer })
        return (await asked.catch(() => undefined))?.back
      },
    },
    slowAttempts: async () => [],
    async findQuestions(attempts) {
      const questions = await ask<{ attempt: string; clientSecret: string }[]>('/questions')
      return questions
        .filter(({ attempt }) => attempts.includes(attempt))
        .map(({ attempt, clientSecret }) => `/payment-frame/challenges/${attempt}#${clientSecret}`)
    },
    async calmDown() {
      faultRate = 0
      await ask('/calm', {})
    },
    violations: () => ask<string[]>('/violations'),
    async kill() {
      send(program.pid, 'SIGKILL')
      await program.ended
      program = await start()
    },
    hold: () => Promise.resolve(holdProcess(program.pid)),
    async stop() {
      send(program.pid, 'SIGKILL')
      await program.ended
    },
  }
}
