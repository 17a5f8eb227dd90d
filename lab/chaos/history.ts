import { isDeepStrictEqual } from 'node:util'

/** A client's request and its answer. Times are in milliseconds of one monotonic clock. */
export type Exchange = {
  who: 'merchant' | 'buyer' | 'platform' | 'bank'
  what: What
  session: string | null
  /** The session's store, when the request names it. */
  store?: string
  startedAt: number
  endedAt: number
  /** 0: no answer. */
  status: number
  /** The service closed the idle connection as the request came. */
  isStale?: boolean
  /** The code of a refusal. */
  code: string | null
  body: string
  credential?: string
  /** The key that is not valid after it. */
  retires?: string
  idempotencyKey?: string
}

export type What =
  | 'create'
  | 'read'
  | 'token'
  | 'view'
  | 'payment method'
  | 'pay'
  | 'challenge'
  | 'way back'
  | 'cancel'
  | 'notification'
  | 'forgery'
  | 'setup'
  | 'change'
  | 'stock'
  | 'key'
  | 'plan'
  | 'orders'

export type Violation = { invariant: string; subject: string; detail: string }

type Status = 'open' | 'complete' | 'expired'
type Body = { status: Status; order: Record<string, unknown> | null }
type Read = Exchange & { session: string; answer: Body }

/** What the record says when the run is over. */
export type Records = {
  /** The sessions that were created with an Idempotency-Key. */
  keys: { session: string; key: string }[]
  /** As the platform API lists them. */
  orders: ({ sessionId: string } & Record<string, unknown>)[]
}

const parseBody = ({ body }: Exchange) => JSON.parse(body) as Body

const readsOf = (log: Exchange[]): Read[] =>
  log.flatMap((entry) =>
    entry.what === 'read' && entry.status === 200 && entry.session !== null
      ? [{ ...entry, session: entry.session, answer: parseBody(entry) }]
      : [],
  )

const isFinal = (status: Status) => status !== 'open'

/** Keeps the earliest moment at which a session is known to be final. */
function remember<Fact extends { endedAt: number }>(
  facts: Map<string, Fact>,
  session: string,
  fact: Fact,
) {
  const known = facts.get(session)
  if (!known || fact.endedAt < known.endedAt) facts.set(session, fact)
}

function* finalAnswersStay(reads: Read[]): Generator<Violation> {
  const invariant = 'I9 a final answer stays, byte for byte'
  const finals = new Map<string, { endedAt: number; body: string }>()
  for (const { session, endedAt, body, answer } of reads)
    if (isFinal(answer.status)) remember(finals, session, { endedAt, body })
  for (const { session, startedAt, body, answer } of reads) {
    const final = finals.get(session)
    if (!final || body === final.body) continue
    if (startedAt > final.endedAt || isFinal(answer.status))
      yield { invariant, subject: session, detail: `${final.body} became ${body}` }
  }
}

/** What a page was told: by the view, by paying or cancelling, or by a refusal. */
function shown({ what, status, code, body }: Exchange): Status | undefined {
  if (what === 'pay' && status === 409)
    return code === 'session_expired'
      ? 'expired'
      : code === 'session_complete'
        ? 'complete'
        : undefined
  if ((what !== 'pay' && what !== 'view' && what !== 'cancel') || status !== 200) return undefined
  const { status: shownStatus } = JSON.parse(body) as { status: string }
  return shownStatus === 'complete' || shownStatus === 'expired' ? shownStatus : undefined
}

function* pagesAreConfirmed(log: Exchange[], reads: Read[]): Generator<Violation> {
  const invariant = 'I10 a read after the page saw the end says the same'
  const seen = new Map<string, { endedAt: number; status: Status }>()
  for (const entry of log) {
    const status = entry.session === null ? undefined : shown(entry)
    if (entry.session === null || status === undefined) continue
    const { session } = entry
    const before = seen.get(session)
    if (before && before.status !== status)
      yield { invariant, subject: session, detail: `pages saw ${before.status} and ${status}` }
    remember(seen, session, { endedAt: entry.endedAt, status })
  }
  for (const { session, startedAt, answer } of reads) {
    const before = seen.get(session)
    if (before && startedAt > before.endedAt && answer.status !== before.status) {
      yield {
        invariant,
        subject: session,
        detail: `a page saw ${before.status}, a later read ${answer.status}`,
      }
    }
  }
}

function* ordersBelongToComplete(reads: Read[]): Generator<Violation> {
  for (const { session, answer, body } of reads) {
    if ((answer.order === null) === (answer.status === 'complete')) {
      yield {
        invariant: 'I11 there is an order if and only if it is complete',
        subject: session,
        detail: body,
      }
    }
  }
}

function* keysCreateOnce(log: Exchange[], { keys }: Records): Generator<Violation> {
  const invariant = 'I13 the same Idempotency-Key gives the same address and one session'
  const answers = new Map<string, string>()
  for (const { what, status, idempotencyKey, body } of log) {
    if (what !== 'create' || status !== 201 || idempotencyKey === undefined) continue
    const before = answers.get(idempotencyKey)
    if (before !== undefined && before !== body)
      yield { invariant, subject: idempotencyKey, detail: `${before}, then ${body}` }
    answers.set(idempotencyKey, body)
  }
  const sessions = new Map<string, string>()
  for (const { key, session } of keys) {
    const other = sessions.get(key)
    if (other !== undefined && other !== session)
      yield { invariant, subject: key, detail: `${other} and ${session}` }
    sessions.set(key, session)
  }
}

function* createdIsReadable(log: Exchange[], isOver: boolean): Generator<Violation> {
  const invariant = 'I14 a session that was acknowledged can be read'
  const created = new Map<string, { endedAt: number; isRead: boolean }>()
  for (const { what, status, session, endedAt } of log) {
    if (what === 'create' && status === 201 && session !== null)
      created.set(session, { endedAt, isRead: false })
  }
  for (const { what, status, session, startedAt } of log) {
    const known = what === 'read' && session !== null ? created.get(session) : undefined
    if (!known || session === null || startedAt < known.endedAt) continue
    if (status === 200) known.isRead = true
    if (status === 404) yield { invariant, subject: session, detail: 'not found' }
  }
  if (!isOver) return
  for (const [session, { isRead }] of created)
    if (!isRead) yield { invariant, subject: session, detail: 'never read' }
}

function* retiredKeysAreRefused(log: Exchange[]): Generator<Violation> {
  const retired = new Map<string, number>()
  for (const { status, retires, endedAt } of log)
    if (status === 200 && retires !== undefined) retired.set(retires, endedAt)
  for (const { who, what, status, credential, startedAt, session } of log) {
    const end = who === 'merchant' && credential !== undefined ? retired.get(credential) : undefined
    if (end !== undefined && startedAt > end && status !== 0 && status < 300) {
      yield {
        invariant: 'a regenerated key is refused at once',
        subject: session ?? '',
        detail: `${what} was answered ${status}`,
      }
    }
  }
}

function* storesHaveTheSameOrders(reads: Read[], { orders }: Records): Generator<Violation> {
  const invariant = 'I15 the store has the orders that merchants read'
  const listed = new Map(orders.map((order) => [order.sessionId, order]))
  if (listed.size !== orders.length)
    yield { invariant, subject: '', detail: 'the store lists an order twice' }
  const read = new Map<string, Body['order']>()
  for (const { session, answer } of reads) if (answer.order) read.set(session, answer.order)
  for (const [session, order] of read) {
    const stored = listed.get(session)
    const isSame =
      stored !== undefined &&
      Object.entries(order ?? {}).every(([name, value]) => isDeepStrictEqual(stored[name], value))
    if (!isSame)
      yield {
        invariant,
        subject: session,
        detail: `${JSON.stringify(order)} is listed as ${JSON.stringify(stored)}`,
      }
  }
  for (const session of listed.keys())
    if (!read.has(session)) yield { invariant, subject: session, detail: 'no merchant can read it' }
}

/**
 * Checks what answers must keep (payments §6, I9 to I15), each in one pass. Without `records` the
 * run goes on, and only what is known by then is checked.
 */
export function checkHistory(log: Exchange[], records?: Records): Violation[] {
  const reads = readsOf(log)
  return [
    ...finalAnswersStay(reads),
    ...pagesAreConfirmed(log, reads),
    ...ordersBelongToComplete(reads),
    ...createdIsReadable(log, records !== undefined),
    ...retiredKeysAreRefused(log),
    ...keysCreateOnce(log, records ?? { keys: [], orders: [] }),
    ...(records ? storesHaveTheSameOrders(reads, records) : []),
  ]
}

/** The invariants that `checkHistory` checks. */
export const HISTORY_INVARIANTS = ['I9', 'I10', 'I11', 'I13', 'I14', 'I15', 'regenerated keys']
