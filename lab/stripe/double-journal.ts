import { fdatasyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import type { StripeBooks } from './double-books.ts'
import type { KeptAnswer } from './idempotent-answers.ts'
import type { StripeEvent } from './signed-notifications.ts'

/** A line of the journal: what one call did, or that an event was accepted. */
type Entry = {
  rows?: Record<string, Record<string, Row>>
  token?: string
  kept?: KeptAnswer
  events?: StripeEvent[]
  delivered?: string
}
/** In the journal a row names its payment; in the books it holds the payment. */
type Row = { id: string; payment?: unknown }

export type DoubleJournal = ReturnType<typeof openDoubleJournal>

const isTable = (value: unknown): value is Map<string, Row> => value instanceof Map

const tablesOf = (books: StripeBooks) =>
  Object.entries<unknown>(books).flatMap(([name, value]): [string, Map<string, Row>][] =>
    isTable(value) ? [[name, value]] : [],
  )

const toText = (row: Row): Row => {
  const { payment } = row
  return typeof payment === 'object' && payment !== null && 'id' in payment
    ? { ...row, payment: payment.id }
    : row
}

/** Drops a last line that a killed process did not finish. */
function readEntries(file: string): Entry[] {
  const text = readFileSync(file, { encoding: 'utf8', flag: 'a+' })
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  truncateSync(file, Buffer.byteLength(whole))
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Entry)
}

/**
 * Lets the double read its books back after its process died: before a call is answered, its work
 * and the answer for its key are on disk.
 */
export function openDoubleJournal(file: string) {
  const entries = readEntries(file)
  const descriptor = openSync(file, 'a')
  const touched = new Set<string>()
  let events: StripeEvent[] = []

  const write = (entry: Entry) => {
    writeSync(descriptor, `${JSON.stringify(entry)}\n`)
    fdatasyncSync(descriptor)
  }

  return {
    /** Every change is announced. */
    announced(event: StripeEvent) {
      const { object } = event.data
      touched.add(object.id)
      if ('payment_intent' in object && typeof object.payment_intent === 'string')
        touched.add(object.payment_intent)
      events.push(event)
    },

    commit(books: StripeBooks, { token, kept }: Pick<Entry, 'token' | 'kept'> = {}) {
      if (touched.size === 0 && events.length === 0 && !kept) return
      const rows: Entry['rows'] = {}
      for (const [name, table] of tablesOf(books))
        for (const id of touched) {
          const row = table.get(id)
          if (row) (rows[name] ??= {})[id] = toText(row)
        }
      const isUsed = token !== undefined && books.usedTokens.has(token)
      write({ rows, events, ...(kept && { kept }), ...(isUsed && { token }) })
      touched.clear()
      events = []
    },

    delivered: (eventId: string) => write({ delivered: eventId }),

    /** Fills empty books. Returns the kept answers, all events, and those that nobody accepted. */
    restore(books: StripeBooks) {
      const tables = new Map(tablesOf(books))
      const waiting = new Map<string, StripeEvent>()
      for (const entry of entries) {
        for (const [name, rows] of Object.entries(entry.rows ?? {}))
          for (const [id, row] of Object.entries(rows)) tables.get(name)?.set(id, row)
        if (entry.token !== undefined) books.usedTokens.add(entry.token)
        for (const event of entry.events ?? []) waiting.set(event.id, event)
        if (entry.delivered !== undefined) waiting.delete(entry.delivered)
      }
      for (const table of tables.values())
        for (const row of table.values())
          if (typeof row.payment === 'string') row.payment = books.payments.get(row.payment)
      return {
        kept: entries.flatMap(({ kept }) => kept ?? []),
        events: entries.flatMap(({ events: announced }) => announced ?? []),
        waiting: [...waiting.values()],
      }
    },
  }
}
