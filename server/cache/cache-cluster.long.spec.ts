import { afterAll, beforeAll, expect, vi } from 'vitest'
import { openRedisCache } from './redis/redis-cache.ts'
import { describeCacheContract } from '../testing/cache-contract.ts'
import { createRedisServer, observe, redisCacheOptions } from '../testing/cache-redis.ts'
import type { RedisServer } from '../testing/cache-redis.ts'

const SLOTS = ['0 8191', '8192 16383'].map((range) => range.split(' '))
const nodes: RedisServer[] = []

beforeAll(async () => {
  for (const [index, range] of SLOTS.entries()) {
    const node = await createRedisServer([
      '--cluster-enabled',
      'yes',
      '--cluster-config-file',
      `nodes-${index}.conf`,
    ])
    nodes.push(node)
    await node.start()
    const observer = await observe(node.port)
    await observer.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', ...range])
    await observer.sendCommand(['CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1)])
    const [first] = nodes
    if (first !== undefined && first !== node)
      await observer.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', String(first.port)])
    observer.destroy()
  }
  for (const { port } of nodes) {
    const observer = await observe(port)
    await vi.waitFor(
      async () => {
        expect(String(await observer.sendCommand(['CLUSTER', 'INFO']))).toContain(
          'cluster_state:ok',
        )
        expect(String(await observer.sendCommand(['CLUSTER', 'INFO']))).toContain(
          'cluster_slots_ok:16384',
        )
      },
      { timeout: 60_000 },
    )
    observer.destroy()
  }
}, 30_000)

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.remove()))
})

describeCacheContract('Redis Cluster cache', (options) =>
  openRedisCache(redisCacheOptions(nodes.map(({ url }) => url).join(','), options)),
)
