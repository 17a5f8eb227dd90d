import { type Cost, describeDearest } from './costs.ts'
import type { Count } from './reports.ts'

/**
 * The result of a stage. `skipped`: what it ran without, one line each. `costs`: the CPU of each of
 * its files. `cpuSeconds` is undefined where it cannot be measured.
 */
export type Finding = Omit<Count, 'times'> & {
  name: string
  seconds: number
  cpuSeconds?: number
  costs: Cost[]
  skipped: string[]
}

/** The cost of all stages, and what is wrong with the whole. */
type Whole = { cost?: string | undefined; failures?: string[] }

/** The summary, printed last, because people see the end of a long output. */
export function describeFindings(
  findings: Finding[],
  { cost, failures: ofWhole = [] }: Whole = {},
) {
  const passed = findings.reduce((total, finding) => total + finding.passed, 0)
  const failures = [
    ...findings.flatMap(({ name, failures: each }) => each.map((one) => `${name}: ${one}`)),
    ...ofWhole,
  ]
  const dearest = describeDearest(findings.flatMap(({ costs }) => costs))
  return {
    lines: [
      ...(dearest.length > 0 ? ['\n── The most expensive files ──', ...dearest] : []),
      ...(failures.length > 0
        ? ['\n── What failed ──', ...failures.map((one) => `\n✗ ${one}`)]
        : []),
      '',
      ...findings.flatMap((finding) => [rowOf(finding), ...finding.skipped.map((it) => `  ${it}`)]),
      ...(cost === undefined ? [] : [`\n${cost}`]),
      `\n${passed} passed, ${failures.length} failed`,
    ],
    isGood: failures.length === 0 && passed > 0,
  }
}

const inSeconds = (seconds: number) => `${seconds.toFixed(0).padStart(4)} s`

function rowOf({ name, seconds, cpuSeconds, passed, failures }: Finding) {
  const mark = failures.length > 0 ? '✗' : '✓'
  const cpu = cpuSeconds === undefined ? '' : `${inSeconds(cpuSeconds)} of CPU   `
  return `${mark} ${name.padEnd(16)} ${inSeconds(seconds)}   ${cpu}${passed} passed, ${failures.length} failed`
}
