import { once } from 'node:events'
import { type AddressInfo, type NetConnectOpts, type Socket, connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

type Link = { client: Socket; upstream: Socket; hasLost: boolean }

/**
 * Stands between two programs and breaks what they say to each other. `target` is asked for every
 * connection anew.
 */
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
      // What went wrong with one side is told to the other by its end.
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
    /** Nothing passes in either direction, then everything that came meanwhile. */
    async stall(ms: number) {
      isStalled = true
      for (const socket of sockets()) socket.pause()
      await wait(ms)
      isStalled = false
      for (const socket of sockets()) socket.resume()
    },
    /** Requests arrive, answers do not; connections that have lost one are then cut. */
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
