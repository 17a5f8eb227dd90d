import { startCluster } from '../../server/testing/servers/redis-cluster.ts'
import { startSentinels } from '../../server/testing/servers/redis-sentinels.ts'

export type RedisUnderStress = {
  url: string
  /** In this order, while buyers shop. */
  disturbances: { name: string; happen: () => Promise<unknown> }[]
  remove: () => Promise<void>
}

/** The channel of payments: its slot and its shard are what hurts most. */
const CHANNEL = 'hc:signals:sessions_changed'

const slotsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => (first + index) % 16_384)

/** `slots`: how many move. */
export async function disturbCluster(slots: number): Promise<RedisUnderStress> {
  const { url, pairOf, slotOf, move, untilPromoted, untilWhole, remove } = await startCluster()
  const lost = await pairOf(CHANNEL)
  const other = await pairOf('foo')
  const first = await slotOf(CHANNEL)
  return {
    url,
    disturbances: [
      {
        name: 'a master of three is killed, and its replica promoted',
        happen: async () => {
          await lost.master.kill()
          await untilPromoted(lost.replica)
          await untilWhole(other.master)
        },
      },
      {
        name: `${slots} slots move to another master`,
        happen: () => move(slotsFrom(first, slots), { from: lost.replica, to: other.master }),
      },
      { name: 'the lost node comes back as a replica', happen: () => lost.master.start() },
    ],
    remove,
  }
}

export async function disturbSentinels(): Promise<RedisUnderStress> {
  const { url, master, untilPromoted, remove } = await startSentinels()
  return {
    url,
    disturbances: [
      {
        name: 'the master is killed, and its replica promoted',
        happen: async () => {
          await master.kill()
          await untilPromoted()
        },
      },
      { name: 'the lost one comes back', happen: () => master.start() },
    ],
    remove,
  }
}
