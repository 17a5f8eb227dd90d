type LabProgram = {
  /** One or two words, as they are typed. */
  name: string
  /** What it tries or measures, in one sentence. */
  summary: string
  file: string
  /** Comes before the options that are typed. */
  args?: string[]
  /** Environment variables, unless they are set. */
  defaults?: Record<string, string>
  needsRedis?: boolean
}

const TESTS = 'scripts/test.ts'
const BENCH = 'lab/bench/bench.ts'

export const LAB_PROGRAMS: LabProgram[] = [
  {
    name: 'chaos',
    summary: 'Payments under kill -9, lost answers and a lying provider; --flows 1000 --seed 7.',
    file: 'lab/chaos/chaos.ts',
    needsRedis: true,
  },
  {
    name: 'chaos planted',
    summary: 'Plants fifteen mistakes, one at a time, and shows that chaos finds each.',
    file: 'lab/chaos/planted.ts',
    needsRedis: true,
  },
  {
    name: 'failover',
    summary:
      'PostgreSQL’s primary is lost again and again while buyers pay; --by patroni, --through haproxy, or --against a staging system.',
    file: 'lab/failover/failover.ts',
    needsRedis: true,
  },
  {
    name: 'cells',
    summary:
      'Two cells behind HAProxy: a store moves from one to the other while buyers pay; one is killed; --moves 5.',
    file: 'lab/cells/cells.ts',
    needsRedis: true,
  },
  {
    name: 'overload',
    summary: 'Attacks beside ordinary buyers, and what the buyers notice.',
    file: 'lab/overload/overload.ts',
    needsRedis: true,
  },
  {
    name: 'rush',
    summary:
      'One and a half times as many sessions as are served without a refusal; --seconds 600.',
    file: 'lab/overload/rush.ts',
    needsRedis: true,
  },
  {
    name: 'redis',
    summary:
      'Buyers beside a cluster that loses a master and moves slots, and sentinels that promote.',
    file: 'lab/redis/redis.ts',
    needsRedis: true,
  },
  {
    name: 'fuzz',
    summary:
      'Hostile requests to all routes, each answer held against openapi.json; --requests 10000 --seed 1.',
    file: 'lab/fuzz/fuzz.ts',
    needsRedis: true,
  },
  {
    name: 'mutation',
    summary:
      'Makes small mistakes in the core and shows which no test notices; --sample 50 --seed 1.',
    file: 'lab/mutation/mutation.ts',
    needsRedis: true,
  },
  {
    name: 'cuts',
    summary:
      'A thousand purchases whose network fails at one of 27 points; PURCHASES=100 makes fewer.',
    file: TESTS,
    args: ['cuts'],
    defaults: { PURCHASES: '1000' },
  },
  {
    name: 'bench',
    summary: 'The service beside two floors, or beside a revision of its past; create --quick.',
    file: BENCH,
    needsRedis: true,
  },
  {
    name: 'workers',
    summary: 'What creates and reads of two processes cost beside one, WORKERS=2 and 1.',
    file: BENCH,
    args: ['workers'],
    needsRedis: true,
  },
  {
    name: 'measure page',
    summary: 'What a buyer waits for, as a phone in a slow network.',
    file: TESTS,
    args: ['speed'],
  },
  {
    name: 'measure orders',
    summary: 'The list of orders at a million of them; --plans prints what PostgreSQL does.',
    file: BENCH,
    args: ['orders'],
    needsRedis: true,
  },
  {
    name: 'measure events',
    summary: 'A million events of eight writers and one who reads them: none skipped.',
    file: BENCH,
    args: ['events'],
  },
  {
    name: 'growth',
    summary:
      'A store with 10,000,000 sessions beside one with few, while old records go; --sessions 200000 --days 365.',
    file: BENCH,
    args: ['years'],
    needsRedis: true,
  },
  {
    name: 'gallery',
    summary: 'Pictures of every state of the page, in each browser.',
    file: TESTS,
    args: ['gallery'],
  },
  {
    name: 'clients',
    summary: 'Linters and generated clients of the API’s documents, with tools of their own.',
    file: 'lab/clients/clients.ts',
    needsRedis: true,
  },
  {
    name: 'frameworks',
    summary: 'Shops in each framework that install our package and sell; vue svelte builds two.',
    file: 'e2e/frameworks/frameworks.ts',
  },
]

/** The program whose name these words begin with; the longer name wins. None with `--help`. */
export const findProgram = (words: string[]) =>
  LAB_PROGRAMS.filter(
    ({ name }) => `${words.join(' ')} `.startsWith(`${name} `) && !words.includes('--help'),
  )
    .toSorted((one, other) => other.name.length - one.name.length)
    .at(0)

export function describePrograms() {
  const width = Math.max(...LAB_PROGRAMS.map(({ name }) => name.length))
  const lines = LAB_PROGRAMS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  const first = 'npm run lab -- NAME [OPTION …], where NAME is one of'
  return [first, '', ...lines, '', 'docs/develop.md has the options of each.'].join('\n')
}
