import type { CpuSample } from './programs/cpu-meter.ts'

/** When a test file ran, in milliseconds since 1970. The times of one file add up. */
export type FileTime = { file: string; startedAt: number; endedAt: number }

/** What a test file or a program used. */
export type Cost = { name: string; cpuSeconds: number }

/** The CPU budgets of `npm run check`, `npm test` and `npm run test:long`, in seconds. */
export const CPU_BUDGETS: Record<string, number> = { check: 60, short: 400, long: 1200, all: 1600 }

/** A run may cost this many times its budget, because machines differ and have other work. */
const TOLERANCE = 6

/** How many of the most expensive files are listed. */
const NAMED = 10

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, each) => total + each, 0)

export const totalOf = (samples: CpuSample[]) =>
  sum(samples.flatMap(({ seconds }) => [...seconds.values()]))

/** The samples without the CPU of others. */
export const samplesOf = (samples: CpuSample[], isOwner: (owner: string) => boolean): CpuSample[] =>
  samples.map(({ at, seconds }) => ({
    at,
    seconds: new Map([...seconds].filter(([owner]) => isOwner(owner))),
  }))

export function costsOf(samples: CpuSample[]): Cost[] {
  const owners = new Set(samples.flatMap(({ seconds }) => [...seconds.keys()]))
  return [...owners].map((name) => ({
    name,
    cpuSeconds: totalOf(samplesOf(samples, (owner) => owner === name)),
  }))
}

/**
 * What each file cost, as far as it can be seen from outside: files that run at the same moment
 * share evenly what it costs, with servers and browsers.
 */
export function shareOut(samples: CpuSample[], times: FileTime[]): Cost[] {
  const costs = new Map<string, number>()
  let since = 0
  for (const { at, seconds } of samples) {
    const running = times.filter(({ startedAt, endedAt }) => startedAt <= at && endedAt >= since)
    for (const { file } of running)
      costs.set(file, (costs.get(file) ?? 0) + sum(seconds.values()) / running.length)
    since = at
  }
  return [...costs].map(([name, cpuSeconds]) => ({ name, cpuSeconds }))
}

/** One line per file, the most expensive first. */
export const describeDearest = (costs: Cost[]) =>
  costs
    .toSorted((one, other) => other.cpuSeconds - one.cpuSeconds)
    .slice(0, NAMED)
    .map(({ name, cpuSeconds }) => `${cpuSeconds.toFixed(1).padStart(7)} s of CPU   ${name}`)

/** Compares a run with its budget; `failure` when it is far above. */
export function holdAgainst(budget: number, cpuSeconds: number) {
  const line = `${cpuSeconds.toFixed(0)} s of CPU; the budget is ${budget} s`
  return { line, failure: cpuSeconds > budget * TOLERANCE ? line : undefined }
}
