import { mkdir, rm } from 'node:fs/promises'

/** The folder of what runs leave. */
export const RESULTS = 'test-results'

/** Where a test program writes its report; an old one is removed. */
export async function openReport(name: string) {
  const report = `${RESULTS}/${name}.json`
  await mkdir(RESULTS, { recursive: true })
  await rm(report, { force: true })
  return report
}

/** Runs what writes logs into that folder. They stay if it fails, or never ends. */
export async function keepIfRed(logs: string, run: () => Promise<boolean>) {
  await rm(logs, { recursive: true, force: true })
  const isGood = await run()
  if (isGood) await rm(logs, { recursive: true, force: true })
  return isGood
}
