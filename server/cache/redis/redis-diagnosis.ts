import { within } from './redis-connection.ts'
import { connect, createClient, disconnect } from './redis-client.ts'
import { findWrongMaster } from './redis-sentinels.ts'

const PATIENCE_MS = 5_000

export type RedisDiagnosis = {
  /** Such as `7.0.15`. */
  version: string
  policy: string
  usedBytes: number
  /** 0: no end but the machine's. */
  mostBytes: number
}

/** What a Redis, or one node of a cluster, says of itself. Rejects when it does not answer in time. */
export async function diagnoseRedis(url: string): Promise<RedisDiagnosis> {
  const wrongMaster = await findWrongMaster(url)
  if (wrongMaster !== undefined) throw new Error(wrongMaster)
  const client = createClient(url)
  client.on('error', () => {})
  try {
    await within(PATIENCE_MS, connect(client))
    const info = await within(PATIENCE_MS, client.info())
    const read = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? ''
    return {
      version: read('redis_version'),
      policy: read('maxmemory_policy'),
      usedBytes: Number(read('used_memory')),
      mostBytes: Number(read('maxmemory')),
    }
  } finally {
    await disconnect(client)
  }
}
