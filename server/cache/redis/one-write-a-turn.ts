import { type RedisClient, isCluster } from './redis-client.ts'

/**
 * Lets the commands of one turn of the event loop leave in one write to each server: a write for
 * each command costs this process and Redis a system call apiece. No command waits beyond its turn.
 */
export function createTurnWrites(client: RedisClient) {
  let isCollecting = false
  return {
    collect() {
      if (isCollecting) return
      isCollecting = true
      const streams = connectedNodes(client).map(({ stream }) => stream)
      for (const stream of streams) stream.cork()
      setImmediate(() => {
        isCollecting = false
        for (const stream of streams) stream.uncork()
      })
    },
  }
}

const connectedNodes = (client: RedisClient) =>
  (isCluster(client) ? client.nodes() : [client]).filter(({ status }) => status === 'ready')
