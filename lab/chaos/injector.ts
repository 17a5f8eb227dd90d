import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../model/seeded-random.ts'
import type { Acknowledgements } from './acknowledged.ts'
import { actAsBank } from './bank-acts.ts'
import type { Backup } from './restored-record.ts'
import type { Cluster } from './cluster.ts'
import type { Fault } from './fault-plan.ts'
import { branch } from './flow-plan.ts'
import { changeStore } from './operator.ts'
import type { World } from './world.ts'

/** A fault, or an owner's change, from `from` to `to`; `performance.now()`. */
export type Trouble = { kind: string; isChange: boolean; from: number; to: number }

export type Injector = ReturnType<typeof createInjector>

/** Ends the time of attempts to be authorised, as a jump of the clock would. */
const END_LEASES = `update payment_attempts set lease_until = 'epoch', next_check_at = clock_timestamp()
  where id in (select id from payment_attempts where state in ('authorising', 'requires_action')
    and (challenge_url is null or created_at < clock_timestamp() - interval '3 s') limit 12 for update skip locked)`

/** The same for an attempt that waits for its buyer off the page; recovery finds it later. */
export const END_LEASE = `update payment_attempts set lease_until = clock_timestamp() - interval '1 minute'
  where session_id = $1 and state = 'requires_action'`

const nameOf = (fault: Fault) =>
  fault.kind === 'change'
    ? fault.change.change
    : fault.kind === 'bank'
      ? `${fault.act.act} by the bank`
      : 'target' in fault
        ? `${fault.kind} ${fault.target}`
        : 'link' in fault
          ? `${fault.kind}, ${fault.link}`
          : fault.kind

function subjectOf(fault: Fault) {
  switch (fault.kind) {
    case 'kill':
    case 'stop':
      return fault.target
    case 'flush cache':
      return 'redis'
    case 'end leases':
    case 'copy record':
    case 'restore record':
      return 'postgres'
    case 'bank':
      return 'acts of the bank'
    case 'change':
      return `store ${fault.store}`
    default:
      return fault.link
  }
}

type Means = { acknowledged: Acknowledgements; backup: Backup }

/** Breaks what the plan says when its time comes. Faults of the same target wait for each other. */
export function createInjector(
  cluster: Cluster,
  world: World,
  { faults, seed, acknowledged, backup }: Means & { faults: Fault[]; seed: number },
) {
  const random = branch(seed, 'injector')
  const queues = new Map<string, Promise<void>>()
  const troubles: Trouble[] = []
  let next = 0
  let isStopped = false

  async function inject(fault: Fault) {
    if (isStopped) return
    const trouble = {
      kind: nameOf(fault),
      isChange: fault.kind === 'change' || fault.kind === 'bank',
      from: performance.now(),
      to: Number.POSITIVE_INFINITY,
    }
    troubles.push(trouble)
    await breakIt(cluster, world, { fault, random, acknowledged, backup })
    trouble.to = performance.now()
  }

  const enqueue = (fault: Fault) => {
    const subject = subjectOf(fault)
    const before = queues.get(subject) ?? Promise.resolve()
    queues.set(
      subject,
      before.then(() => inject(fault)),
    )
  }

  return {
    troubles,
    reached(flows: number) {
      for (let fault = faults[next]; fault && fault.at <= flows; fault = faults[next]) {
        next += 1
        enqueue(fault)
      }
    },
    /** Waits until all faults that began are over. */
    finish: () => Promise.all(queues.values()),
    /** The same, and drops the faults that still wait. */
    async stop() {
      isStopped = true
      await Promise.all(queues.values())
    },
  }
}

async function breakIt(
  cluster: Cluster,
  world: World,
  { fault, random, acknowledged, backup }: Means & { fault: Fault; random: Random },
) {
  switch (fault.kind) {
    case 'kill': {
      const service = cluster.services.find(({ name }) => name === fault.target)
      return service ? service.endLife(fault.life) : cluster.target(fault.target).kill()
    }
    case 'stop': {
      const letGo = await cluster.target(fault.target).hold()
      await wait(fault.ms)
      return letGo()
    }
    case 'reset':
      return cluster.link(fault.link).reset()
    case 'stall':
      return cluster.link(fault.link).stall(fault.ms)
    case 'lose answers':
      return cluster.link(fault.link).loseAnswers(fault.ms)
    case 'flush cache':
      return cluster.redis.flush()
    case 'copy record':
      return backup.copy()
    case 'restore record':
      return backup.restore()
    case 'end leases':
      return void (await cluster.sql.rows(END_LEASES))
    case 'bank':
      return actAsBank(cluster.banks, { act: fault.act, acknowledged })
    case 'change': {
      const store = world.stores[fault.store]
      if (!store) throw new Error(`there is no store ${fault.store}`)
      return changeStore(world, random, { store, product: fault.product, change: fault.change })
    }
  }
}
