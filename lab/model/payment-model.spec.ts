import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { runSeed } from './run-seed.ts'
import type { SeedRange, SeedReport } from './seed-worker.ts'

/** MODEL_SEEDS: the lives to run. MODEL_SEED: the one to run again, with all its steps. */
const [FIRST = 1, LAST = 0] = (process.env['MODEL_SEEDS'] ?? '1-5000').split('-').map(Number)
const SEEDS = LAST - FIRST + 1
const ONLY = process.env['MODEL_SEED']

/** Some 20 times what it takes on a free machine. */
const PATIENCE_MS = 120_000 + SEEDS * 50

/** How much of a trace is shown unless the seed runs alone. */
const TRACE_LINES = 80

/**
 * Every way that an attempt can go, every death, refusal and break: about what the lives do not
 * meet they prove nothing.
 */
const SIGHTS = [
  'a bank is asked that takes no new payments',
  'a bank keeps money for now',
  'a dispute is lost',
  'a dispute is opened',
  'a dispute is won',
  'a late failure is answered came_back',
  'a late failure is answered seen',
  'a refund has failed',
  'a refund has failed late',
  'a refund has succeeded',
  'a refund is made at the bank',
  'a refund is refused for more money than left',
  'a refund is refused for more units than left',
  'a refund is refused for other provider',
  'a refund is refused for other request',
  'a refund is refused for payment disputed',
  'a refund is repeated',
  'an orphan is cancelled',
  'an orphan is charged_back',
  'an orphan is refunded',
  'a payment is left to who may wait',
  'authorising → captured',
  'authorising → capturing',
  'authorising → declined',
  'authorising → refunded',
  'authorising → refunding',
  'authorising → requires_action',
  'authorising → voiding',
  'capturing → captured',
  'capturing → declined',
  'capturing → refunded',
  'capturing → refunding',
  'capturing → voided',
  'capturing → voiding',
  'dies at K1',
  'dies at K10',
  'dies at K11',
  'dies at K2',
  'dies at K3',
  'dies at K4',
  'dies at K5',
  'dies at K6',
  'dies at K7',
  'dies at K8',
  'dies at K9',
  'finds an orphan',
  'found late_authorization',
  'found late_capture',
  'found wrong_payment',
  'loses a final answer',
  'loses a payment',
  'loses commits',
  'money comes late from elsewhere',
  'a payment takes over what the one before it has kept',
  'payments go together',
  'refunding → refunded',
  'refunding → voided',
  'refused for client declines',
  'refused for client holds',
  'refused for session attempts',
  'refused for store declines',
  'refused for the provider',
  'requires_action → captured',
  'requires_action → capturing',
  'requires_action → declined',
  'requires_action → refunded',
  'requires_action → refunding',
  'requires_action → voided',
  'requires_action → voiding',
  'the merchant ends a session',
  'the merchant ends all sessions of a product',
  'the merchant may not end a session',
  'the operator switches providers',
  'units are kept for a payment that does not come',
  'units are owed',
  'voiding → captured',
  'voiding → refunded',
  'voiding → refunding',
  'voiding → voided',
]

/** One life of some thousands meets these: many lives have to. */
const RARE_SIGHTS = [
  'a late failure is answered did_not_come_back',
  'an orphan is not given back for now',
  'money comes from elsewhere while it is given up',
]
const MANY = 40_000

async function runThread(range: SeedRange): Promise<SeedReport> {
  const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), {
    workerData: range,
    execArgv: [],
  })
  const [report]: SeedReport[] = await once(worker, 'message')
  if (!report) throw new Error('a thread ended without a report')
  return report
}

function runSeeds(first: number, last: number) {
  const stride = availableParallelism()
  return Promise.all(
    Array.from({ length: stride }, (_, index) => runThread({ first: first + index, last, stride })),
  )
}

/** Runs the seed again; fails with what it broke and the steps that led there. */
async function replay(seed: number) {
  const trace: string[] = []
  try {
    await runSeed(seed, (line) => trace.push(line))
  } catch (error) {
    const steps = trace.slice(ONLY === undefined ? -TRACE_LINES : 0).join('\n')
    const heading = `MODEL_SEED=${seed} replays it; the end of its ${trace.length} steps (ms, who, what):`
    throw new Error(`${String(error)}\n${heading}\n${steps}`, { cause: error })
  }
}

describe('payments §3: Payments under every interleaving and fault that a seed may choose', () => {
  test.runIf(ONLY !== undefined)(`payments keep every promise in life ${ONLY ?? ''}`, async () => {
    await expect(replay(Number(ONLY))).resolves.toBeUndefined()
  })

  const options = { timeout: PATIENCE_MS, skip: ONLY !== undefined }
  test(
    `payments keep every promise in the lives ${FIRST} to ${LAST}, which meet all that can happen`,
    options,
    async () => {
      const reports = await runSeeds(FIRST, LAST)
      const broken = reports.flatMap(({ brokenBy }) => brokenBy ?? [])
      if (broken.length > 0) await replay(Math.min(...broken))
      expect(reports.reduce((sum, { seeds }) => sum + seeds, 0)).toBe(SEEDS)
      const seen = new Set(reports.flatMap((report) => report.seen))
      expect(SIGHTS.filter((sight) => !seen.has(sight))).toEqual([])
      const isKnown = (sight: string) => [...SIGHTS, ...RARE_SIGHTS].includes(sight)
      expect([...seen].filter((sight) => !isKnown(sight))).toEqual([])
      if (SEEDS >= MANY) expect(RARE_SIGHTS.filter((sight) => !seen.has(sight))).toEqual([])
    },
  )

  test('a seed is the same life every time', async () => {
    const trace = async () => {
      const lines: string[] = []
      await runSeed(7, (line) => lines.push(line))
      return lines
    }
    const first = await trace()
    expect(first.length).toBeGreaterThan(20)
    expect(await trace()).toEqual(first)
  })
})
