import { readFileSync, writeFileSync } from 'node:fs'
import { type Mutant, lineOf, toDiff } from './mutants.ts'

/** `did not compile`: the types do not allow the mistake, so it counts for nothing. */
export type Outcome = 'killed' | 'survived' | 'timed out' | 'did not compile'

export type Result = { mutant: Mutant; outcome: Outcome; killedBy: string | undefined }

/** What became of a mutant; of one that nobody noticed, also how it differs. */
export function describeResult({ mutant, outcome, killedBy }: Result, source: string) {
  const place = `${mutant.file}:${lineOf(mutant, source)}`
  const head = `${outcome.padEnd(15)} ${place} (${mutant.name ?? mutant.rule})`
  if (outcome === 'killed') return `${head} by ${killedBy}`
  return [head, ...toDiff(mutant, source).map((line) => `    ${line}`)].join('\n')
}

/** `replaced`: what stood in the place of the mistake. */
type Reported = Result & { replaced: string }
type TextOf = (mutant: Mutant) => string

export function writeReport(file: string, results: Result[], textOf: TextOf) {
  const reported = results.map((result): Reported => ({
    ...result,
    replaced: textOf(result.mutant),
  }))
  writeFileSync(file, `${JSON.stringify(reported, null, 2)}\n`)
}

/** What was noticed in the run that wrote this report; the sources have to be those of that run. */
export function readNoticed(file: string, textOf: TextOf): Result[] {
  const reported = JSON.parse(readFileSync(file, 'utf8')) as Reported[]
  for (const { mutant, replaced } of reported)
    if (textOf(mutant) !== replaced)
      throw new Error(`${mutant.file} is not what it was in the run of ${file}`)
  return reported.filter(({ outcome }) => isNoticed(outcome))
}

const isNoticed = (outcome: Outcome) => outcome === 'killed' || outcome === 'timed out'

/** The file of the test that noticed it, whichever run it belongs to. */
export function noticedBy({ killedBy }: Pick<Result, 'killedBy'>, tests: string[]) {
  const nameOf = (test: string) => test.replace('.long.spec.ts', '.spec.ts')
  const [noticed = ''] = killedBy?.split(' › ') ?? []
  return tests.find((test) => nameOf(test) === nameOf(noticed))
}

/** The score is the share of those that were noticed; without any it is 100 %. */
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
