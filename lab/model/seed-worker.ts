import { parentPort, workerData } from 'node:worker_threads'
import { runSeed } from './run-seed.ts'

/** Of the seeds from `first` to `last`, this thread takes every `stride`-th. */
export type SeedRange = { first: number; last: number; stride: number }

/** What happened in any life, and the first seed that broke a promise. */
export type SeedReport = { seeds: number; seen: string[]; brokenBy: number | undefined }

// Errors are normal outcomes here, by the thousand; nobody reads their stacks.
Error.stackTraceLimit = 0

async function runSeeds({ first, last, stride }: SeedRange): Promise<SeedReport> {
  const seen = new Set<string>()
  let seeds = 0
  for (let seed = first; seed <= last; seed += stride) {
    try {
      for (const sight of await runSeed(seed)) seen.add(sight)
    } catch {
      return { seeds, seen: [...seen], brokenBy: seed }
    }
    seeds += 1
  }
  return { seeds, seen: [...seen], brokenBy: undefined }
}

const range: SeedRange = workerData
parentPort?.postMessage(await runSeeds(range))
