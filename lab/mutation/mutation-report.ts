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
