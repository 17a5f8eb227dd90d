import { setTimeout as wait } from 'node:timers/promises'
import {
  type MailFault,
  type MailStep,
  startMailServer,
} from '../../server/testing/servers/mail-server.ts'
import type { Sql } from '../../server/testing/sql.ts'
import { branch } from './flow-plan.ts'
import type { Violation } from './history.ts'
import { startRounds } from './rounds.ts'
import {
  HEARD,
  addOwners,
  isAllSaid,
  isNews,
  isToOwner,
  judgeOwners,
  letAnHourPass,
} from './sellers.ts'

export const MAILED = 'M1 each paid order of a buyer with an address is one mail, once more at most'
export const UNASKED = 'M2 no mail goes out that is not on record'
export const MAIL_INVARIANTS = [MAILED, UNASKED, HEARD]

/** How often a step of the mail server fails, in percent; together about three tenths of all mails. */
const FAULTS: Record<MailStep, [percent: number, fault: MailFault][]> = {
  greeting: [[7, 'die']],
  recipient: [[8, { code: 451 }]],
  text: [
    [5, { code: 452 }],
    [5, 'die'],
    [6, { lateMs: 4000 }],
  ],
}

/** It is away for so long, again and again. */
const AWAY = { ms: 8_000, everyMs: 30_000 }

/** How long an hour takes for the limits of owners. */
const HOUR_MS = 5_000

/** contract: that long after the server is back, all mails are out but those over a limit. */
const OUT_AFTER_MS = 60_000

/** Whether a limit of mails keeps it: then it goes out when the hour is over. */
const IS_LIMITED = `coalesce(m.put_off_by in ('recipient', 'network'), false)`

const ORDERS = `
  select o.order_number as number, m.state, ${IS_LIMITED} as "isLimited",
    event_id('mail.confirmation', o.session_id, o.attempt_id) as id
  from orders o
  left join buyer_mails m on m.attempt_id = o.attempt_id and m.kind = 'confirmation'
  where o.customer_email is not null`

const WRITTEN = `
  select event_id('mail.' || kind, session_id, coalesce(refund_id, attempt_id)) as id
  from buyer_mails
  union all
  select event_id('mail.sales', session_id, member_id::text) from sale_mails`

type Confirmation = { number: string; state: string | null; isLimited: boolean; id: string }

type Judging = {
  /** Whether the record was replaced by its backup, so that it has forgotten what was sent. */
  hasForgotten: boolean
  /** Whether an older version, which writes no mails, made some of the orders. */
  hasOlder: boolean
}

/** The buyers' mail server: it fails, answers late, dies, and is away. */
export async function startMailbox(seed: number) {
  const random = branch(seed, 'mailbox')
  const isAway = () => performance.now() % AWAY.everyMs < AWAY.ms
  const server = await startMailServer({
    faultAt(step) {
      if (step === 'greeting' && isAway()) return 'die'
      return FAULTS[step].find(([percent]) => random.chance(percent / 100))?.[1]
    },
  })

  let hours: ReturnType<typeof startRounds> | undefined

  const untilOut = async (sql: Sql) => {
    const deadline = performance.now() + OUT_AFTER_MS
    while (performance.now() < deadline) {
      const waiting = await sql.rows(
        `select from buyer_mails m where state = 'waiting' and not ${IS_LIMITED}`,
      )
      if (waiting.length === 0 && (await isAllSaid(sql))) return
      await letAnHourPass(sql)
      await wait(250)
    }
  }

  return {
    url: server.url,
    count: () => server.received.length,

    /** Owners who hear of each order. While stores sell, hours pass for them in seconds. */
    async addOwners(sql: Sql, storeIds: string[]) {
      await addOwners(sql, storeIds)
      hours = startRounds(async () => {
        await letAnHourPass(sql)
      }, HOUR_MS)
    },

    async stop() {
      await hours?.()
      await server.close()
    },

    /** From here on the server takes everything. Compares what it has with the record. */
    async judge(sql: Sql, { hasForgotten, hasOlder }: Judging): Promise<Violation[]> {
      server.failWith(() => undefined)
      await untilOut(sql)
      const copies = new Map<string, number>()
      const onRecord = server.received.filter((mail) => !isNews(mail))
      for (const { messageId } of onRecord) {
        const id = /<(evt_\w+)\./.exec(messageId)?.[1] ?? messageId
        copies.set(id, (copies.get(id) ?? 0) + 1)
      }
      const orders = await sql.rows<Confirmation>(ORDERS)
      const written = new Set((await sql.rows<{ id: string }>(WRITTEN)).map(({ id }) => id))
      const missing = orders.filter(
        ({ id, state, isLimited }) =>
          !copies.has(id) && !isLimited && !(hasOlder && state === null),
      )
      const known = [...copies].filter(() => !hasForgotten)
      return [
        ...missing.map(({ number, state }) => ({
          invariant: MAILED,
          subject: number,
          detail: `no mail; it is ${state ?? 'not on record'}`,
        })),
        ...known
          .filter(([, count]) => count > 2)
          .map(([id, count]) => ({ invariant: MAILED, subject: id, detail: `${count} copies` })),
        ...known
          .filter(([id]) => !written.has(id))
          .map(([id]) => ({ invariant: UNASKED, subject: id, detail: 'is not on record' })),
        ...(await judgeOwners(sql, onRecord.filter(isToOwner), { hasForgotten, hasOlder })),
      ]
    },
  }
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>
