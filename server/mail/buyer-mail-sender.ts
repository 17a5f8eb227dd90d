import type { MailClaim, MailOutcome, MailRecords } from '../checkout/ports/buyer-mails.ts'
import { createDueRuns } from '../rounds/due-runs.ts'
import type { MailLimits } from './mail-limits.ts'

/** Connections of one process to the mail server. */
const AT_ONCE = 8

/** After so many failures in a row the mail server counts as down. */
const FAILURES = 3

const PAUSES_MS = { first: 1_000, most: 10_000 }

/** While the server is down, one mail at a time asks whether it is back. */
function createCircuit(monotonicMs: () => number) {
  let failures = 0
  let pauseMs: number = PAUSES_MS.first
  let nextAt = 0
  return {
    /** How many mails may be under way. */
    slots() {
      if (failures < FAILURES) return AT_ONCE
      return monotonicMs() < nextAt ? 0 : 1
    },
    note(outcome: MailOutcome) {
      if (outcome.type === 'overtaken' || outcome.type === 'limited') return
      // A server that does not take one mail is there for the others.
      if ('isServers' in outcome && !outcome.isServers) return
      if (outcome.type === 'sent' || outcome.type === 'refused') {
        failures = 0
        pauseMs = PAUSES_MS.first
        return
      }
      failures = 'isServers' in outcome ? FAILURES : failures + 1
      nextAt = monotonicMs() + pauseMs
      pauseMs = Math.min(2 * pauseMs, PAUSES_MS.most)
    },
  }
}

/** Often enough that nobody else takes a mail whose server answers late. */
const KEEPING_MS = 15_000

type SenderDeps<Mail> = {
  records: Pick<MailRecords<Mail>, 'claim' | 'keep' | 'record' | 'setCounted'>
  /** What keeps it from going now; undefined when it may, which then counts. */
  findLimit: (mail: Mail) => ReturnType<MailLimits>
  send: (mail: Mail) => Promise<MailOutcome>
  monotonicMs: () => number
  onOutcome: (mail: Mail, outcome: MailOutcome) => void
  onFailure: (error: unknown) => void
}

/** Sends the mails that are due. */
export function createMailSender<Mail extends MailClaim>(deps: SenderDeps<Mail>) {
  const { records, monotonicMs, onOutcome, onFailure } = deps
  async function send(mail: Mail): Promise<MailOutcome> {
    const limit = mail.isCounted ? undefined : await deps.findLimit(mail)
    if (limit) return { type: 'limited', ...limit }
    if (!mail.isCounted) await records.setCounted(mail)
    return deps.send(mail)
  }
  const circuit = createCircuit(monotonicMs)
  return createDueRuns<Mail>({
    async claim(underWay) {
      const free = circuit.slots() - underWay
      const items = free > 0 ? await records.claim(free) : []
      return { items, hasMore: free > 0 && items.length === free }
    },
    async run(mail) {
      const keeping = setInterval(() => {
        records.keep(mail).catch(onFailure)
      }, KEEPING_MS)
      const outcome = await send(mail).finally(() => clearInterval(keeping))
      circuit.note(outcome)
      onOutcome(mail, outcome)
      if (outcome.type !== 'overtaken') await records.record(mail, outcome)
    },
    onFailure,
  })
}
