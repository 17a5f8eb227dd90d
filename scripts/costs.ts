import type { CpuSample } from './programs/cpu-meter.ts'

/** When a test file ran, in milliseconds since 1970; several of one file add up. */
export type FileTime = { file: string; startedAt: number; endedAt: number }

/** What a file of tests, or a program, has used. */
export type Cost = { name: string; cpuSeconds: number }

/** What `npm run check`, `npm test` and `npm run test:long` may cost, in seconds of CPU. */
export const CPU_BUDGETS: Record<string, number> = { check: 60, short: 400, long: 1200, all: 1600 }

/** How far over its budget a run has to be to fail where budgets are held: machines differ. */
const TOLERANCE = 4 / 3

/** How many of the most expensive files are named. */
const NAMED = 10

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, each) => total + each, 0)

export const totalOf = (samples: CpuSample[]) =>
  sum(samples.flatMap(({ seconds }) => [...seconds.values()]))

/** The same samples without what others used. */
export const samplesOf = (samples: CpuSample[], isOwner: (owner: string) => boolean): CpuSample[] =>
  samples.map(({ at, seconds }) => ({
    at,
    seconds: new Map([...seconds].filter(([owner]) => isOwner(owner))),
  }))

/** The CPU of each owner. */
export function costsOf(samples: CpuSample[]): Cost[] {
  const owners = new Set(samples.flatMap(({ seconds }) => [...seconds.keys()]))
  return [...owners].map((name) => ({
    name,
    cpuSeconds: totalOf(samplesOf(samples, (owner) => owner === name)),
  }))
}

/**
 * What each file cost, as nearly as it can be told from outside: the CPU of a moment, that of
 * servers and browsers included, is shared evenly by the files that ran then.
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

/** A line for each of the most expensive, which come first. */
export const describeDearest = (costs: Cost[]) =>
  costs
    .toSorted((one, other) => other.cpuSeconds - one.cpuSeconds)
    .slice(0, NAMED)
    .map(({ name, cpuSeconds }) => `${cpuSeconds.toFixed(1).padStart(7)} s of CPU   ${name}`)

/** What a run has cost beside what it may; `failure` when that is far more. */
export function holdAgainst(budget: number, cpuSeconds: number) {
  const line = `${cpuSeconds.toFixed(0)} s of CPU; the budget is ${budget} s`
  return { line, failure: cpuSeconds > budget * TOLERANCE ? line : undefined }
}
