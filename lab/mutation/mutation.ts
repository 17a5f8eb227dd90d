import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keepTemporaryFilesInMemory } from '../../scripts/programs/memory-folder.ts'
import { KNOWN_MUTANTS } from './known-mutants.ts'
import { type Mutant, isReadable, mutantsOf, sample } from './mutants.ts'
import {
  type Result,
  describeResult,
  isKnownAlive,
  noticedBy,
  readNoticed,
  summarize,
  writeReport,
} from './mutation-report.ts'
import { findSources } from './rooms.ts'
import { openTestOrder } from './test-order.ts'
import { type Trials, openTrials } from './trials.ts'
import { isCompiling } from './type-check.ts'

const PROJECT = join(import.meta.dirname, '../..')

/** After how many mutants it prints its progress. */
const NEWS_EVERY = 20

const { values: options } = parseArgs({
  options: {
    /** How many mutants are tried beside the known ones. */
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** The beginnings of the sources' paths; may be repeated. */
    only: { type: 'string', multiple: true, default: [] },
    /** How many trials run at once, each with its own copy of the project and its own servers. */
    workers: { type: 'string', default: `${Math.min(2, availableParallelism())}` },
    /** Also asks the tests of `npm run test:long`. */
    long: { type: 'boolean', default: false },
    /** A file for the results. */
    report: { type: 'string' },
    /**
     * The report of an earlier run: what was noticed there must be noticed again. The test that
     * noticed it is asked first.
     */
    again: { type: 'string' },
  },
})

// Read now, because the sources may change during the run.
const sources = findSources(PROJECT, options).map((source) => ({
  ...source,
  text: readFileSync(join(PROJECT, source.file), 'utf8'),
}))
if (sources.length === 0) throw new RangeError('--only fits no source file')
const sourceOf = new Map(sources.map((source) => [source.file, source]))

const known = KNOWN_MUTANTS.flatMap(({ name, file, find, replace }): Mutant[] => {
  const start = sourceOf.get(file)?.text.indexOf(find) ?? -1
  if (start === -1) return []
  return [{ name, rule: 'known', file, start, end: start + find.length, replacement: replace }]
})
const all = sources.flatMap(({ file, text }) =>
  mutantsOf(file, text).filter((mutant) => isReadable(mutant, text)),
)
const textOf = ({ file, start, end }: Mutant) => sourceOf.get(file)?.text.slice(start, end) ?? ''
const before = options.again === undefined ? undefined : readNoticed(options.again, textOf)
const chosen = before?.map(({ mutant }) => mutant) ?? [
  ...known,
  ...sample(all, { size: Number(options.sample), seed: Number(options.seed) }),
]
const noticedBefore = new Map(before?.map((result) => [result.mutant, result]))
console.log(`${all.length} mutants in ${sources.length} files; ${chosen.length} are tried`)

keepTemporaryFilesInMemory()
const lines = Array.from({ length: Math.max(1, Number(options.workers)) }, () =>
  openTrials(PROJECT),
)

/** Each worker takes the next item as soon as it is free. */
async function inParallel<Item>(
  items: Item[],
  work: (item: Item, trials: Trials) => Promise<void>,
) {
  const queue = [...items]
  await Promise.all(
    lines.map(async (trials) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift())
        await work(item, trials)
    }),
  )
}

const order = openTestOrder(PROJECT)
const asked = new Set(chosen.flatMap(({ file }) => sourceOf.get(file)?.tests ?? []))

/**
 * Without a mistake all tests must pass. One that fails may have lacked time, so it is asked again;
 * if it still fails, it is left out.
 */
async function tryTests(tests: string[], trials: Trials) {
  const suspects = new Set<string>()
  for (let rest = tests; rest.length > 0; rest = rest.filter((test) => asked.has(test))) {
    const { killedBy, isTimedOut, seconds } = await trials.tryNothing(rest)
    if (killedBy === undefined && !isTimedOut) return order.took(seconds)
    const [red = ''] = killedBy?.split(' › ') ?? []
    if (!rest.includes(red)) throw new Error(`red without a mistake: ${killedBy ?? 'no answer'}`)
    if (suspects.has(red)) {
      console.log(`left out, for it is red without a mistake: ${killedBy}`)
      asked.delete(red)
    }
    suspects.add(red)
  }
}

const shared = [...asked]
await inParallel(
  lines.map((_, line) => shared.filter((__, index) => index % lines.length === line)),
  tryTests,
)
console.log(`${asked.size} test files are green without a mistake`)

async function judge(mutant: Mutant, trials: Trials): Promise<Result> {
  const ordered = order.orderOf(
    mutant.file,
    (sourceOf.get(mutant.file)?.tests ?? []).filter((test) => asked.has(test)),
  )
  const first = noticedBy(noticedBefore.get(mutant) ?? { killedBy: undefined }, ordered)
  const tests = first === undefined ? ordered : [...new Set([first, ...ordered])]
  const { killedBy, isTimedOut } = await trials.try(mutant, {
    tests,
    usualMs: order.usualMs(tests),
  })
  if (isTimedOut) return { mutant, outcome: 'timed out', killedBy }
  if (killedBy === undefined) {
    const outcome = (await isCompiling(trials.tree, mutant)) ? 'survived' : 'did not compile'
    return { mutant, outcome, killedBy }
  }
  const [test = ''] = killedBy.split(' › ')
  if (tests.includes(test)) order.hasNoticed(mutant.file, test)
  return { mutant, outcome: 'killed', killedBy }
}

const results: Result[] = []
const describe = (result: Result) =>
  describeResult(result, sourceOf.get(result.mutant.file)?.text ?? '')
await inParallel(chosen, async (mutant, trials) => {
  const result = await judge(mutant, trials)
  results.push(result)
  if (result.outcome !== 'killed') console.log(describe(result))
  if (results.length % NEWS_EVERY === 0) console.log(`${results.length} of ${chosen.length}`)
})
await Promise.all(lines.map((trials) => trials.close()))

if (options.report !== undefined) writeReport(options.report, results, textOf)
console.log(`\n${summarize(results)}`)
const isLost = before !== undefined && results.some(({ outcome }) => outcome === 'survived')
process.exit(isLost || results.some(isKnownAlive) ? 1 : 0)
