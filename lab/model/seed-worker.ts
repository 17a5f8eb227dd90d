import { parentPort, workerData } from 'node:worker_threads'
import { runSeed } from './run-seed.ts'

/** Seeds from `first` to `last`, of which this thread takes every `stride`-th. */
export type SeedRange = { first: number; last: number; stride: number }

/** What a thread has found: what has happened at all, and the first seed that broke a promise. */
export type SeedReport = { seeds: number; seen: string[]; brokenBy: number | undefined }

// Errors are outcomes here, by the thousand; nobody reads where they came from.
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
