import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RedisServer, createRedisServer, untilSays } from './redis-server.ts'

export const MASTER = 'shop'

/** How long a master must be silent until its sentinels promote the replica. */
const SILENT_MS = 1000

/** What one sentinel is told of the master. It writes the rest into the file itself. */
const sentinelFile = (master: number) =>
  [
    `sentinel monitor ${MASTER} 127.0.0.1 ${master} 2`,
    `sentinel down-after-milliseconds ${MASTER} ${SILENT_MS}`,
    `sentinel failover-timeout ${MASTER} 5000`,
  ].join('\n')

async function startSentinel(master: number) {
  const sentinel = await createRedisServer([], { isSentinel: true })
  await writeFile(join(sentinel.folder, 'sentinel.conf'), sentinelFile(master))
  await sentinel.start()
  return sentinel
}

export type SentinelGroup = Awaited<ReturnType<typeof startSentinels>>

/** A master, its replica, and three sentinels that know each other and the replica. */
export async function startSentinels() {
  const master = await createRedisServer()
  await master.start()
  const replica = await createRedisServer([
    '--replicaof',
    '127.0.0.1',
    String(master.port),
    '--repl-diskless-sync-delay',
    '0',
  ])
  await replica.start()
  await untilSays(replica.port, ['INFO', 'replication'], (text) =>
    text.includes('master_link_status:up'),
  )
  const sentinels = await Promise.all([1, 2, 3].map(() => startSentinel(master.port)))
  for (const { port } of sentinels)
    await untilSays(port, ['SENTINEL', 'MASTER', MASTER], (text) =>
      /"num-slaves":"1","num-other-sentinels":"2"/.test(text),
    )
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const all: RedisServer[] = [master, replica, ...sentinels]
  return {
    master,
    replica,
    sentinels,
    url: `redis+sentinel://${hosts}/${MASTER}`,
    /** Until the replica takes writes. */
    untilPromoted: () =>
      untilSays(replica.port, ['INFO', 'replication'], (text) => text.includes('role:master')),
    remove: async () => {
      await Promise.all(all.map((server) => server.remove()))
    },
  }
}
