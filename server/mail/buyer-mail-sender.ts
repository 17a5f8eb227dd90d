import type { BuyerMailRecords, ClaimedMail, MailOutcome } from '../checkout/ports/buyer-mails.ts'
import { oneAtATime } from '../one-at-a-time.ts'

/** Connections of one process to the mail server. */
const AT_ONCE = 8

/** After so many failures in a row the mail server counts as down. */
const FAILURES = 3

const PAUSES_MS = { first: 1_000, most: 10_000 }

/** While the server is down, one mail at a time asks whether it is back. */
export function createCircuit(monotonicMs: () => number) {
  let failures = 0
  let pauseMs: number = PAUSES_MS.first
  let nextAt = 0
  return {
    /** How many mails may be under way. */
    places() {
      if (failures < FAILURES) return AT_ONCE
      return monotonicMs() < nextAt ? 0 : 1
    },
    note(outcome: MailOutcome) {
      if (outcome.type === 'overtaken') return
      if (outcome.type === 'sent' || outcome.type === 'refused') {
        failures = 0
        pauseMs = PAUSES_MS.first
        return
      }
      failures = outcome.type === 'put_off' && outcome.isServers ? FAILURES : failures + 1
      nextAt = monotonicMs() + pauseMs
      pauseMs = Math.min(2 * pauseMs, PAUSES_MS.most)
    },
  }
}

type SenderDeps = {
  records: Pick<BuyerMailRecords, 'claim' | 'record'>
  send: (mail: ClaimedMail) => Promise<MailOutcome>
  monotonicMs: () => number
  onOutcome: (mail: ClaimedMail, outcome: MailOutcome) => void
  onFailure: (error: unknown) => void
}

/** Sends what is due, some mails at a time, without holding a database connection meanwhile. */
export function createBuyerMailSender(deps: SenderDeps) {
  const { records, send, monotonicMs, onOutcome, onFailure } = deps
  const circuit = createCircuit(monotonicMs)
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false

  async function finish(mail: ClaimedMail) {
    const outcome = await send(mail)
    circuit.note(outcome)
    onOutcome(mail, outcome)
    if (outcome.type !== 'overtaken') await records.record(mail, outcome)
  }

  function begin(mail: ClaimedMail) {
    const run = finish(mail)
      .catch(onFailure)
      .finally(() => {
        underWay.delete(run)
        wake()
      })
    underWay.add(run)
  }

  const sendDue = oneAtATime<void>(async () => {
    for (;;) {
      const free = circuit.places() - underWay.size
      if (isClosed || free <= 0) return
      const claimed = await records.claim(free)
      for (const mail of claimed) begin(mail)
      if (claimed.length < free) return
    }
  })

  function wake() {
    if (!isClosed) void sendDue().catch(onFailure)
  }

  return {
    wake,
    round: () => sendDue(),
    /** Begins nothing more, and waits for what is under way. */
    async close() {
      isClosed = true
      await Promise.allSettled([sendDue(), ...underWay])
    },
  }
}
