import { readFileSync, writeFileSync } from 'node:fs'
import { type Mutant, lineOf, toDiff } from './mutants.ts'

/** `did not compile`: the types refuse the mistake, so it does not count. */
export type Outcome = 'killed' | 'survived' | 'timed out' | 'did not compile'

export type Result = { mutant: Mutant; outcome: Outcome; killedBy: string | undefined }

/** The result of a mutant, with its diff when nobody noticed it. */
export function describeResult({ mutant, outcome, killedBy }: Result, source: string) {
  const position = `${mutant.file}:${lineOf(mutant, source)}`
  const head = `${outcome.padEnd(15)} ${position} (${mutant.name ?? mutant.rule})`
  if (outcome === 'killed') return `${head} by ${killedBy}`
  return [head, ...toDiff(mutant, source).map((line) => `    ${line}`)].join('\n')
}

/** `replaced`: the text that the mistake replaced. */
type ReportRow = Result & { replaced: string }
type TextOf = (mutant: Mutant) => string

export function writeReport(file: string, results: Result[], textOf: TextOf) {
  const reported = results.map((result): ReportRow => ({
    ...result,
    replaced: textOf(result.mutant),
  }))
  writeFileSync(file, `${JSON.stringify(reported, null, 2)}\n`)
}

/** What was noticed in the run of this report; its sources must be the same. */
export function readNoticed(file: string, textOf: TextOf): Result[] {
  const reported = JSON.parse(readFileSync(file, 'utf8')) as ReportRow[]
  for (const { mutant, replaced } of reported)
    if (textOf(mutant) !== replaced)
      throw new Error(`${mutant.file} is not what it was in the run of ${file}`)
  return reported.filter(({ outcome }) => isNoticed(outcome))
}

const isNoticed = (outcome: Outcome) => outcome === 'killed' || outcome === 'timed out'

/** The file of the test that noticed it, in whichever run it is now. */
export function noticedBy({ killedBy }: Pick<Result, 'killedBy'>, tests: string[]) {
  const nameOf = (test: string) => test.replace('.long.spec.ts', '.spec.ts')
  const [noticed = ''] = killedBy?.split(' › ') ?? []
  return tests.find((test) => nameOf(test) === nameOf(noticed))
}

/** The score is the share that was noticed; 100 % when there were none. */
export function summarize(results: Result[]) {
  const count = (outcome: Outcome) => results.filter((each) => each.outcome === outcome).length
  const noticed = count('killed') + count('timed out')
  const judged = noticed + count('survived')
  const score = judged === 0 ? 100 : (noticed / judged) * 100
  return [
    `${count('killed')} killed, ${count('timed out')} timed out, ${count('survived')} survived, ` +
      `${count('did not compile')} did not compile`,
    `score ${score.toFixed(1)} % of ${judged}`,
  ].join('\n')
}

export const isKnownAlive = ({ mutant, outcome }: Result) =>
  mutant.name !== undefined && outcome === 'survived'
