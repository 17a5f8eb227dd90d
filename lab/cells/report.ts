import { summaryOf } from '../measure/summary.ts'
import type { MoveReport, runCells } from './run.ts'

type End = Awaited<ReturnType<typeof runCells>>

/** More is not what a merchant is promised. */
const MOST_REFUSED_MS = 2_000

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

export function printMove({ to, rows, copyMs, nowhereMs, refusedMs, ...move }: MoveReport) {
  const { reads, refused, events, missing, disordered, swapped, link, signIn, news } = move
  console.log(
    `to ${to}   ${rows} rows copied in ${inSeconds(copyMs)}, in neither cell for ${inSeconds(nowhereMs)}; ` +
      `503 for ${inSeconds(refusedMs)} (${refused} of ${reads} reads); ` +
      `${events} events, ${missing} missing, ${disordered} disordered, ${swapped} of one moment swapped; ` +
      `old links ${link ? 'work' : 'are broken'}, sign-in ${signIn ? 'works' : 'fails'}, notifications ${news ? 'arrive' : 'go astray'}`,
  )
}

/** What is wrong, one sentence each. */
export function wrongOf({ moves, failures, others, contradictions, broken, judged, ...end }: End) {
  const { noticed, judgedAfterwards } = end
  return [
    ...moves.flatMap(({ wrong, missing, disordered, news, link, signIn, refusedMs }) => [
      ...wrong,
      ...(missing > 0 ? [`${missing} events missing`] : []),
      ...(disordered > 0 ? [`${disordered} events disordered`] : []),
      ...(link ? [] : ['an old link is broken']),
      ...(signIn ? [] : ['the owner cannot sign in']),
      ...(news ? [] : ['notifications go to the other cell']),
      ...(refusedMs > MOST_REFUSED_MS ? [`503 for ${inSeconds(refusedMs)}`] : []),
    ]),
    ...failures.filter((failure) => !failure.endsWith(' 503')),
    ...others.map((failure) => `a store that stays: ${failure}`),
    ...contradictions,
    ...broken.flatMap((rows) => Object.entries(rows)).map((each) => JSON.stringify(each)),
    ...[...judged, ...judgedAfterwards].flatMap((books) =>
      Object.entries(books)
        .filter(([, sessions]) => sessions.length > 0)
        .map(([what, sessions]) => `${what}: ${JSON.stringify(sessions)}`),
    ),
    ...noticed.map((failure) => `after the kill: ${failure}`),
  ]
}

/** @returns whether all is well */
export function printEnd(end: End) {
  const wrong = wrongOf(end)
  const { moves, paid, failures, killed, paidAfterwards } = end
  console.log(`moves            ${moves.length}`)
  console.log(`paid             ${paid.join(' and ')}: the store that moves, those that stay`)
  console.log(`refused          ${failures.length}: ${summaryOf(failures.toSorted())}`)
  console.log(`longest 503      ${inSeconds(Math.max(...moves.map((move) => move.refusedMs)))}`)
  console.log(`cell ${killed} killed   ${paidAfterwards} paid in the other one`)
  console.log(`wrong            ${wrong.length}`)
  for (const sentence of wrong) console.log(`wrong: ${sentence}`)
  return wrong.length === 0
}
