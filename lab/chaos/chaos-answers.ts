import type { Exchange, Violation, What } from './history.ts'
import type { Providers } from './names.ts'
import type { Trouble } from './injector.ts'
import { type LostTime, isInLostTime } from './restored-record.ts'

/** How long a fault has effects, in milliseconds: pools, breakers and processes recover. */
const AFTERMATH_MS = 6_000

/** The death of a process is noticed shortly after its connections broke. */
const HEARSAY_MS = 1_000

/** Whether a request met a trouble at any moment. Troubles that touch count as one. */
function createMeeting(troubles: Trouble[]) {
  const windows: { from: number; to: number }[] = []
  for (const { from, to } of troubles.toSorted((one, other) => one.from - other.from)) {
    const last = windows.at(-1)
    if (last && from - HEARSAY_MS <= last.to) last.to = Math.max(last.to, to + AFTERMATH_MS)
    else windows.push({ from: from - HEARSAY_MS, to: to + AFTERMATH_MS })
  }
  return ({ startedAt, endedAt }: Exchange) => {
    let [low, high] = [0, windows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((windows[middle]?.to ?? 0) > startedAt) high = middle
      else low = middle + 1
    }
    const window = windows[low]
    return window !== undefined && window.from < endedAt
  }
}

const CODES: Record<What, string[]> = {
  create: [
    '201',
    'sold_out',
    'insufficient_stock',
    'product_not_found',
    'invalid_api_key',
    'plan_required',
  ],
  read: ['200', 'invalid_api_key', 'plan_required'],
  token: ['200'],
  view: ['200', 'invalid_token'],
  'payment method': ['200'],
  pay: [
    '200',
    '202',
    'payment_declined',
    'sold_out',
    'insufficient_stock',
    'session_expired',
    'session_complete',
    'payment_in_progress',
    'rate_limited',
    'payments_unavailable',
    'invalid_token',
  ],
  challenge: ['200', '204', 'rate_limited'],
  'way back': ['303'],
  cancel: ['200', 'rate_limited', 'invalid_token'],
  notification: ['200'],
  forgery: ['invalid_notification'],
  setup: ['200', '201'],
  change: ['200', 'invalid_request'],
  stock: ['200'],
  key: ['200'],
  plan: ['200'],
  orders: ['200'],
}

/** Answers that are also allowed from a service with only one bank open. */
const CODES_OF_BOTH: Partial<Record<What, string[]>> = {
  'payment method': ['method_not_allowed'],
  challenge: ['not_found'],
  notification: ['invalid_notification'],
}

/** Codes that only a change of the store explains: the code, and the change. */
const EXPLAINED: Record<string, string> = {
  invalid_api_key: 'regenerate key',
  plan_required: 'plan free',
  product_not_found: 'archive',
}

/** What happened around the answers. */
type Around = { troubles: Trouble[]; provider?: Providers; lost?: LostTime | undefined }

/** Whether the service may answer like this, given the faults and changes around. */
function createJudge({ troubles, provider }: Around, forgotten: Set<string>) {
  const isBoth = provider === 'both'
  const meetsFault = createMeeting(troubles.filter(({ isChange }) => !isChange))
  const meetsChange = new Map(
    Object.values(EXPLAINED).map((cause) => [
      cause,
      createMeeting(troubles.filter(({ kind }) => kind === cause)),
    ]),
  )
  return (entry: Exchange) => {
    const { what, status, code, session, isStale } = entry
    if (isStale === true) return true
    // This happens without a fault on a busy machine; the report counts it.
    if (status === 503 && code === 'busy') return true
    // 408: the request was on its way for too long, as when a process stood still.
    if ([0, 408].includes(status) || (status >= 500 && code !== 'payments_unavailable'))
      return meetsFault(entry)
    if (status === 404 && session !== null && forgotten.has(session)) return true
    const codes = [...CODES[what], ...((isBoth && CODES_OF_BOTH[what]) || [])]
    if (!codes.includes(code ?? String(status))) return false
    const cause = code === null ? undefined : EXPLAINED[code]
    return cause === undefined || meetsChange.get(cause)?.(entry) === true
  }
}

export const ANSWERS_INVARIANT =
  'every answer is one that the contract names, and none is missing or a 500 without a fault'

/** Groups of answers that nothing explains. */
export function findUnexpected(log: Exchange[], around: Around): Violation[] {
  const { lost } = around
  const created = log.filter((entry) => entry.what === 'create' && isInLostTime(entry, lost))
  const forgotten = new Set(created.flatMap(({ session }) => session ?? []))
  const isExpected = createJudge(around, forgotten)
  const strange = log.filter((entry) => !isExpected(entry))
  const groups = Map.groupBy(
    strange,
    ({ what, status, code }) =>
      `${what}: ${status === 0 ? 'no answer' : `${status} ${code ?? ''}`.trim()}`,
  )
  const [first] = log
  const secondsOf = ({ startedAt, endedAt }: Exchange) =>
    `${((startedAt - (first?.startedAt ?? 0)) / 1000).toFixed(1)}–${((endedAt - (first?.startedAt ?? 0)) / 1000).toFixed(1)} s`
  return [...groups].map(([subject, entries]) => ({
    invariant: ANSWERS_INVARIANT,
    subject: `${subject}, ${entries.length} times`,
    detail: entries
      .slice(0, 3)
      .map((entry) => `${secondsOf(entry)} ${entry.session ?? ''} ${entry.body.slice(0, 200)}`)
      .join(' | '),
  }))
}
