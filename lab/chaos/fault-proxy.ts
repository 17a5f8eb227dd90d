import { once } from 'node:events'
import { type AddressInfo, type NetConnectOpts, type Socket, connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

type Link = { client: Socket; upstream: Socket; hasLost: boolean }

/** Breaks the connections between two programs. `target` is asked for each connection. */
export async function startFaultProxy(target: () => NetConnectOpts) {
  const links = new Set<Link>()
  let isStalled = false
  let losesAnswers = false

  const end = (link: Link) => {
    links.delete(link)
    link.client.resetAndDestroy()
    link.upstream.destroy()
  }

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ ...target(), noDelay: true })
    const link: Link = { client, upstream, hasLost: false }
    links.add(link)
    client.on('data', (chunk) => {
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (losesAnswers) link.hasLost = true
      else client.write(chunk)
    })
    for (const socket of [client, upstream]) {
      // The other side notices an error when its connection ends.
      socket.on('error', () => undefined)
      socket.on('close', () => end(link))
      if (isStalled) socket.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()

  const sockets = () => [...links].flatMap(({ client, upstream }) => [client, upstream])

  return {
    port: (server.address() as AddressInfo).port,
    reset: () => {
      for (const link of links) end(link)
    },
    /** Stops both directions, then lets everything pass. */
    async stall(ms: number) {
      isStalled = true
      for (const socket of sockets()) socket.pause()
      await wait(ms)
      isStalled = false
      for (const socket of sockets()) socket.resume()
    },
    /** Lets requests arrive and drops answers. Connections that lost one are cut afterwards. */
    async loseAnswers(ms: number) {
      losesAnswers = true
      await wait(ms)
      losesAnswers = false
      for (const link of links) if (link.hasLost) end(link)
    },
    stop() {
      server.close()
      for (const link of links) end(link)
    },
  }
}
