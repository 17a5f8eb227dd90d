import { type Cost, describeDearest } from './costs.ts'
import type { Count } from './reports.ts'

/**
 * What came of a stage; `skipped` says line by line what it had to go without, `costs` which of its
 * files used how much of the CPU. `cpuSeconds` is undefined where that is not known.
 */
export type Finding = Omit<Count, 'times'> & {
  name: string
  seconds: number
  cpuSeconds?: number
  costs: Cost[]
  skipped: string[]
}

/** What all of them have cost, and what is wrong with them together. */
type Whole = { cost?: string | undefined; failures?: string[] }

/** What is printed once all stages are over: of a long output the end is what people see. */
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
