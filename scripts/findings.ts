import type { Count } from './reports.ts'

/** What came of a stage; `skipped` says line by line what it had to go without. */
export type Finding = Count & { name: string; seconds: number; skipped: string[] }

/** What is printed once all stages are over: of a long output the end is what people see. */
export function describeFindings(findings: Finding[]) {
  const passed = findings.reduce((total, finding) => total + finding.passed, 0)
  const failed = findings.flatMap(({ failures }) => failures).length
  const failures = findings.flatMap(({ name, failures: each }) =>
    each.map((failure) => `\n✗ ${name}: ${failure}`),
  )
  return {
    lines: [
      ...(failed > 0 ? ['\n── What failed ──', ...failures] : []),
      '',
      ...findings.flatMap((finding) => [rowOf(finding), ...finding.skipped.map((it) => `  ${it}`)]),
      `\n${passed} passed, ${failed} failed`,
    ],
    isGood: failed === 0 && passed > 0,
  }
}

const rowOf = ({ name, seconds, passed, failures }: Finding) =>
  `${failures.length > 0 ? '✗' : '✓'} ${name.padEnd(12)} ${seconds.toFixed(0).padStart(4)} s   ${passed} passed, ${failures.length} failed`
