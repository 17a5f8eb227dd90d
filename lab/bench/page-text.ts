import { type Tables, tablesOf } from './report.ts'

const toMarkdown = ([headings = [], ...rows]: string[][]) =>
  [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

type Run = {
  /** The machine and how it was divided. */
  machine: string
  day: string
  rounds: number
  seconds: number
  orders: number
  /** How long the past was made; undefined when it was there from an earlier run. */
  pastSeconds: number | undefined
}

/** The section of `docs/performance.md`. */
export function floorSection(
  tables: Tables,
  { machine, day, rounds, seconds, orders, pastSeconds }: Run,
) {
  const [beside = '', past = '', idle = ''] = tablesOf(tables).map(toMarkdown)
  return `## Beside a floor

\`npm run lab -- bench --write\` wrote this section on ${day}, on ${machine}. Each side is measured ${rounds} times for ${seconds} s, in alternating order. A ratio is the one in the middle of those of the ${rounds} rounds, and behind it stand the least and the greatest. Every row counts: fsync on, no unexpected answer, books that fit, and others took little of the machine. [What it measures](develop.md#measure).

${beside}

The same with ${orders.toLocaleString('en')} orders behind the store, beside an empty one${pastSeconds === undefined ? '' : ` (they were made in ${pastSeconds.toFixed(0)} s)`}:

${past}

At rest:

${idle}
`
}
