import { setTimeout as wait } from 'node:timers/promises'
import { deriveNotificationSecret } from '../../server/auth/key-material.ts'
import { signTestNotification } from '../../server/payments/test/test-notifications.ts'
import type { Sql } from '../../server/testing/sql.ts'
import { TOKEN_SIGNING_KEY } from '../servers/settings.ts'
import type { Post } from './bank.ts'
import { branch } from './flow-plan.ts'
import { startRounds } from './rounds.ts'
import { type World, isTrouble } from './world.ts'

const REDELIVERIES = 4
const SECRET = deriveNotificationSecret(TOKEN_SIGNING_KEY)
const FORGED_SECRET = deriveNotificationSecret('what a stranger guesses')

type Letter = { id: string; attempt: string; isForged: boolean }

/**
 * Plays the bank's post: it tells of each payment in the books, late, twice, in any order; and
 * strangers send forged letters.
 */
export function startPostman(world: World, sql: Sql, seed: number): Post {
  const random = branch(seed, 'postman')
  const underway = new Set<Promise<void>>()
  const known = new Set<string>()
  let isStopped = false
  let lastSeen = 0
  let letters = 0

  const post = ({ id, attempt, isForged }: Letter) => {
    const isOld = isForged && random.chance(0.5)
    const { body, headers } = signTestNotification(
      { id, attempt },
      {
        secret: isForged && !isOld ? FORGED_SECRET : SECRET,
        now: new Date(Date.now() - (isOld ? 600_000 : 0)),
      },
    )
    return world.client.send({
      who: 'bank',
      what: isForged ? 'forgery' : 'notification',
      service: random.below(world.services),
      method: 'POST',
      path: '/payment-notifications',
      body: body.toString('utf8'),
      headers,
      keep: () => '',
    })
  }

  const deliver = async (letter: Letter, delayMs: number) => {
    await wait(isStopped ? 0 : delayMs)
    for (let tries = 0; tries <= REDELIVERIES; tries += 1) {
      const answer = await post(letter)
      // A service without this bank believes no letter about it.
      if (!isTrouble(answer) && (letter.isForged || answer.status === 200)) return
      await wait(isStopped ? 50 : 500 + random.below(1500))
    }
  }

  const send = (letter: Letter) => {
    const delivery = deliver(letter, random.chance(0.4) ? random.below(200) : random.below(6000))
    underway.add(delivery)
    void delivery.then(() => underway.delete(delivery))
  }

  const round = async () => {
    const payments = await sql.rows<{ id: string; attempt_id: string }>(
      'select id::text, attempt_id from test_provider.payments where id > $1 order by id limit 500',
      [lastSeen],
    )
    for (const { id, attempt_id: attempt } of payments) {
      lastSeen = Number(id)
      if (known.has(attempt)) continue
      known.add(attempt)
      for (let events = random.below(3); events > 0; events -= 1) {
        letters += 1
        const letter = { id: `evt_${seed}_${letters}`, attempt, isForged: false }
        for (let copies = random.chance(0.3) ? 2 : 1; copies > 0; copies -= 1) send(letter)
      }
      if (random.chance(0.08)) send({ id: `evt_forged_${letters}`, attempt, isForged: true })
      if (random.chance(0.01))
        send({ id: `evt_stray_${letters}`, attempt: 'att_0000000000000000000000', isForged: false })
    }
  }

  const stopRounds = startRounds(round)
  return {
    notify(attempt: string) {
      letters += 1
      send({ id: `evt_${seed}_${letters}`, attempt, isForged: false })
    },
    /** Delivers at once what is left. */
    async stop() {
      isStopped = true
      await stopRounds()
      await Promise.all(underway)
    },
  }
}
