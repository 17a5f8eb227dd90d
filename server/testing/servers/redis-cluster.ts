import { type RedisServer, createRedisServer, observe, untilSays } from './redis-server.ts'

/** How long a node must be silent until its replica is promoted, in milliseconds. */
const SILENT_MS = 1500

/** All slots, by the master that serves them first. */
const SLOTS = [
  ['0', '5460'],
  ['5461', '10922'],
  ['10923', '16383'],
] as const

const command = async <Answer>(port: number, ...words: string[]) => {
  const observer = await observe(port)
  try {
    return (await observer.sendCommand(words)) as Answer
  } finally {
    observer.destroy()
  }
}

const startNode = async (silentMs: number) => {
  const node = await createRedisServer([
    '--cluster-enabled',
    'yes',
    '--cluster-config-file',
    'nodes.conf',
    '--cluster-node-timeout',
    String(silentMs),
    '--cluster-replica-validity-factor',
    '0',
    '--repl-diskless-sync-delay',
    '0',
  ])
  await node.start()
  return { ...node, id: await command<string>(node.port, 'CLUSTER', 'MYID') }
}

type Node = Awaited<ReturnType<typeof startNode>>

const isWhole = (text: string) =>
  text.includes('cluster_state:ok') && text.includes('cluster_slots_ok:16384')

export type RedisCluster = Awaited<ReturnType<typeof startCluster>>

/** Three masters, each with a replica. `isPatient`: none is promoted before `losePatience`. */
export async function startCluster({ isPatient = false } = {}) {
  const silentMs = isPatient ? 100 * SILENT_MS : SILENT_MS
  const nodes = await Promise.all([...SLOTS, ...SLOTS].map(() => startNode(silentMs)))
  const masters = nodes.slice(0, SLOTS.length)
  const replicas = nodes.slice(SLOTS.length)
  for (const [index, { port }] of masters.entries()) {
    await command(port, 'CLUSTER', 'ADDSLOTSRANGE', ...(SLOTS[index] ?? []))
    await command(port, 'CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1))
  }
  for (const { port } of nodes.slice(1))
    await command(port, 'CLUSTER', 'MEET', '127.0.0.1', String(nodes[0]?.port))
  const know = (count: number) => (text: string) =>
    text.includes(`cluster_known_nodes:${count}`) && isWhole(text)
  for (const { port } of nodes) await untilSays(port, ['CLUSTER', 'INFO'], know(nodes.length))
  for (const [index, { port }] of replicas.entries())
    await command(port, 'CLUSTER', 'REPLICATE', masters[index]?.id ?? '')
  for (const { port } of replicas)
    await untilSays(port, ['INFO', 'replication'], (text) => text.includes('master_link_status:up'))
  return {
    url: nodes.map(({ url }) => url).join(','),
    /** The master that served the slot of `key` at first, and its replica. */
    async pairOf(key: string) {
      const slot = await slotOf(nodes, key)
      const index = SLOTS.findIndex(([, last]) => slot <= Number(last))
      return { master: at(masters, index), replica: at(replicas, index) }
    },
    slotOf: (key: string) => slotOf(nodes, key),
    async losePatience() {
      for (const { port } of nodes)
        await command(port, 'CONFIG', 'SET', 'cluster-node-timeout', String(SILENT_MS))
    },
    untilPromoted: (replica: RedisServer) =>
      untilSays(replica.port, ['INFO', 'replication'], (text) => text.includes('role:master')),
    /** Until all slots are served, as this node sees it. */
    untilWhole: ({ port }: RedisServer) => untilSays(port, ['CLUSTER', 'INFO'], isWhole),
    move,
    remove: async () => {
      await Promise.all(nodes.map((node) => node.remove()))
    },
  }
}

const at = (nodes: Node[], index: number) => {
  const node = nodes.at(index)
  if (!node) throw new Error(`The cluster has no node ${index}`)
  return node
}

/** As any node says that is there. */
const slotOf = (nodes: Node[], key: string) =>
  Promise.any(nodes.map(({ port }) => command<number>(port, 'CLUSTER', 'KEYSLOT', key)))

/** Moves slots with their keys, as `redis-cli --cluster reshard` does. */
async function move(slots: number[], { from, to }: { from: Node; to: Node }) {
  const [source, target] = [await observe(from.port), await observe(to.port)]
  for (const slot of slots.map(String)) {
    await target.sendCommand(['CLUSTER', 'SETSLOT', slot, 'IMPORTING', from.id])
    await source.sendCommand(['CLUSTER', 'SETSLOT', slot, 'MIGRATING', to.id])
    for (;;) {
      const answer = await source.sendCommand(['CLUSTER', 'GETKEYSINSLOT', slot, '100'])
      const keys = Array.isArray(answer) ? answer.map(String) : []
      if (keys.length === 0) break
      const target = ['127.0.0.1', String(to.port), '', '0', '5000', 'REPLACE', 'KEYS', ...keys]
      await source.sendCommand(['MIGRATE', ...target])
    }
    await target.sendCommand(['CLUSTER', 'SETSLOT', slot, 'NODE', to.id])
    await source.sendCommand(['CLUSTER', 'SETSLOT', slot, 'NODE', to.id])
  }
  source.destroy()
  target.destroy()
}
