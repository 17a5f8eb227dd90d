import { writeFile } from 'node:fs/promises'
import { ALWAYS } from '../../server/postgres/upkeep/invariants.ts'
import { AT_REST } from '../../server/testing/invariants.ts'
import { ANSWERS_INVARIANT } from './chaos-answers.ts'
import { BANK_INVARIANTS } from './bank.ts'
import { BACKSTOPS } from './backstops.ts'
import type { Beside } from './beside.ts'
import { bankName, providersOf } from './names.ts'
import { type Exchange, type Violation, HISTORY_INVARIANTS } from './history.ts'
import type { Trouble } from './injector.ts'
import { type Options, replayCommand } from './options.ts'
import type { Death } from './chaos-service.ts'
import type { Standstill } from './sleepers.ts'
import { MAIL_INVARIANTS } from './mailbox.ts'
import { RECKONED } from './reckoning.ts'
import { FORGOTTEN_INVARIANTS } from './restored-record.ts'
import type { SettleTimes } from './settle-times.ts'

export type Result = {
  options: Options
  seconds: number
  flowSeconds: number
  outcomes: string[]
  troubles: Trouble[]
  deaths: Death[]
  standstills: Standstill[]
  /** Where attempts began and how they ended; where processes took payments after a change. */
  taken: string[]
  changes: string[]
  /** Payments that are confirmed off the page, and their states. */
  offPage: { method: string; state: string }[]
  /** What processes found under way at the other bank when they began. */
  left: { payments: number; refunds: number }
  beside: Beside | undefined
  log: Exchange[]
  settling: SettleTimes
  /** How refunds ended. */
  refunds: string[]
  /** How mails to buyers ended, and how many the mail server has. */
  mails: { states: string[]; copies: number }
  /** How often the invariants that always hold were checked. */
  looks: number
  /** The share of its time that the harness could run. */
  pace: number
  violations: Violation[]
}

const WATCHED = [...Object.keys(ALWAYS), ...BANK_INVARIANTS, ...RECKONED]

export const PAID_INVARIANT = 'enough is paid to prove something'

const CHECKED = [
  ...WATCHED,
  ...Object.keys(AT_REST),
  ...BACKSTOPS,
  ...HISTORY_INVARIANTS,
  ...FORGOTTEN_INVARIANTS,
  ANSWERS_INVARIANT,
  ...MAIL_INVARIANTS,
  'everything comes to rest',
  'no service ends by itself',
  PAID_INVARIANT,
]

const SHOWN_VIOLATIONS = 20

export function countBy<Item>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
): [string, number][] {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
}

const toText = (counts: [string, number][]) =>
  counts.map(([name, count]) => `${name} ${count}`).join(' · ') || 'none'

const percentile = (ascending: number[], share: number) =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))]?.toFixed(1) ?? '–'

const describeTimes = (seconds: number[]) =>
  `${seconds.length}, p50 ${percentile(seconds, 0.5)} s, p95 ${percentile(seconds, 0.95)} s, max ${percentile(seconds, 1)} s`

const nameOfDeath = ({ failpoint }: Death) =>
  failpoint === null ? 'kill -9' : `at ${failpoint.replace(/@.*/, '')}`

const mean = (values: number[]) =>
  values.length === 0
    ? '–'
    : (values.reduce((sum, value) => sum + value, 0) / values.length / 1000).toFixed(1)

/** How long, on average, each took to come back. */
const describeAbsence = ({ options, troubles, deaths }: Result) =>
  [
    `services ${mean(deaths.flatMap(({ at, readyAt }) => (readyAt === null ? [] : [readyAt - at])))} s`,
    ...['postgres', 'redis', ...providersOf(options.provider).map(bankName)].map(
      (name) =>
        `${name} ${mean(troubles.filter(({ kind }) => kind === `kill ${name}`).map(({ from, to }) => to - from))} s`,
    ),
  ].join(' · ')

function describeStandstills(standstills: Standstill[]) {
  const lengths = standstills.map(({ from, to }) => to - from)
  const longest = Math.max(0, ...lengths.filter(Number.isFinite))
  const replaced = standstills.filter(({ isReplaced }) => isReplaced).length
  return `still at failpoints ${lengths.length} times, at most ${(longest / 1000).toFixed(1)} s; woke ${replaced} times after they were replaced`
}

function describeBanks({ options, taken, changes, left, beside }: Result) {
  return [
    ...(options.provider === 'both'
      ? [
          `providers  payments: ${toText(countBy(taken, (name) => name))}; a process changed to ${toText(countBy(changes, (name) => name))}; found at the other bank ${left.payments} payments under way, ${left.refunds} refunds`,
        ]
      : []),
    ...(beside
      ? [
          `beside     ${'skipped' in beside ? `SKIPPED: ${beside.skipped}` : `one service is of ${beside.revision}`}`,
        ]
      : []),
  ]
}

function describeFaults(result: Result) {
  const { troubles, deaths, standstills, log } = result
  const kills = troubles.filter(({ kind }) => /^kill (?:postgres|redis|.+ bank)$/.test(kind))
  const others = troubles.filter(({ kind }) => !kind.startsWith('kill '))
  const letters = log.filter(({ what }) => what === 'notification' || what === 'forgery')
  return [
    `kills      ${deaths.length + kills.length}: services ${toText(countBy(deaths, nameOfDeath))} · ${toText(countBy(kills, ({ kind }) => kind.slice(5)))}`,
    `back after ${describeAbsence(result)}`,
    `faults     ${toText(countBy(others, ({ kind }) => kind.replace(/ \d/, '')))}`,
    `stood      ${describeStandstills(standstills)}`,
    ...describeBanks(result),
    `bank       ${toText(countBy(letters, ({ what, status }) => `${what} ${status === 0 ? 'no answer' : status}`))}`,
  ]
}

const describeRequests = (log: Exchange[]) =>
  [...Map.groupBy(log, ({ what }) => what)].map(
    ([what, entries]) =>
      `  ${what.padEnd(15)}${toText(countBy(entries, ({ status, code }) => (status === 0 ? 'no answer' : `${status}${code === null ? '' : ` ${code}`}`)))}`,
  )

/** The result of a run for people. */
export function describe(result: Result): string {
  const {
    options,
    seconds,
    flowSeconds,
    outcomes,
    log,
    settling,
    offPage,
    refunds,
    mails,
    looks,
    pace,
    violations,
  } = result
  const broken = new Set(violations.map(({ invariant }) => invariant))
  return [
    `time       ${seconds.toFixed(0)} s, ${flowSeconds.toFixed(0)} s of them for the flows; ${log.length} requests; ran ${(pace * 100).toFixed(0)} % of the time that it had work`,
    ...describeFaults(result),
    `flows      ${outcomes.length}: ${toText(countBy(outcomes, (outcome) => outcome))}`,
    ...[...Map.groupBy(offPage, ({ method }) => method)].map(
      ([method, payments]) =>
        `${method.padEnd(11)}${payments.length}: ${toText(countBy(payments, ({ state }) => state))}`,
    ),
    `refunds    ${refunds.length}: ${toText(countBy(refunds, (state) => state))}`,
    `mails      ${mails.states.length}: ${toText(countBy(mails.states, (state) => state))}; the mail server has ${mails.copies}`,
    `requests`,
    ...describeRequests(log),
    `settled    payments whose process was killed, after its restart: ${describeTimes(settling.all)}`,
    `           of these without another fault meanwhile: ${describeTimes(settling.undisturbed)}`,
    `invariants ${CHECKED.length} checked, ${WATCHED.length} of them ${looks} times; ${broken.size} broken`,
    ...violations
      .slice(0, SHOWN_VIOLATIONS)
      .map(({ invariant, subject, detail }) => `  ✗ ${invariant}: ${subject}: ${detail}`),
    ...(violations.length > SHOWN_VIOLATIONS
      ? [`  … and ${violations.length - SHOWN_VIOLATIONS} more`]
      : []),
    ...(violations.length > 0 ? [`replay     ${replayCommand(options)}`] : []),
    `${violations.length} violations`,
  ].join('\n')
}

/** The result for programs. `passed` and `failures` count invariants. */
export async function writeReport(file: string, { options, seconds, violations }: Result) {
  const broken = Map.groupBy(violations, ({ invariant }) => invariant)
  await writeFile(
    file,
    JSON.stringify(
      {
        seed: options.seed,
        seconds,
        passed: Math.max(0, CHECKED.length - broken.size),
        failures: [...broken].map(
          ([invariant, [first]]) => `${invariant}\n${first?.subject}: ${first?.detail}`,
        ),
        violations,
      },
      null,
      2,
    ),
  )
}
