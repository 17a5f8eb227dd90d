import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createPace } from '../../admission/pace.ts'
import { IncomingMessage } from './node-http.ts'

/** No browser, library or proxy sends so many requests without waiting for an answer. */
const MAX_UNANSWERED = 8

/** So many refusals in a row, and the connection is closed. */
const MAX_REFUSALS = 5

/** Of one address without a proxy: a merchant's server with all that it does, or a small office. */
const MAX_OF_ADDRESS = 256

/** With its answer the connection is closed: what came behind it, Node would answer without a word. */
const MAX_REQUESTS = 1000

/** What a connection has done. `isWelcome`: it has had a good answer. */
type Conduct = {
  requests: number
  unanswered: number
  refusals: number
  isWelcome: boolean
  isFlooding: boolean
}

const conducts = new WeakMap<Socket, Conduct>()

function conductOf(socket: Socket) {
  const known = conducts.get(socket)
  if (known) return known
  const conduct = { requests: 0, unanswered: 0, refusals: 0, isWelcome: false, isFlooding: false }
  conducts.set(socket, conduct)
  return conduct
}

/** Where there is no time for strangers, they are answered 503. */
const isRefusal = (status: number, { isWelcome }: Conduct) =>
  status === 401 || status === 429 || (status === 503 && !isWelcome)

function isFlooding(socket: Socket) {
  const conduct = conductOf(socket)
  conduct.isFlooding ||= conduct.unanswered >= MAX_UNANSWERED
  return conduct.isFlooding
}

/**
 * Node reads some 300 requests at once, and begins all of them before anybody else's turn. It
 * does not own what follows an upgrade: so it hears nothing of the rest, and ends the connection.
 */
export class BoundedRequest extends IncomingMessage {
  declare private isUpgrade: boolean | null

  get upgrade() {
    return this.isUpgrade
  }

  set upgrade(asked: boolean | null) {
    this.isUpgrade = asked === null ? null : asked || isFlooding(this.socket)
  }
}

export type DropReason = 'pipelined' | 'too_many_connections' | 'too_many_requests'

type Deps = {
  trustProxy: number
  events: { connectionDropped(fields: { reason: DropReason }): void }
}

/** The connections of each address, the oldest first. */
function createCrowds(drop: (socket: Socket, reason: DropReason) => void) {
  const crowds = new Map<string, Set<Socket>>()
  const isQuiet = (socket: Socket) => conductOf(socket).unanswered === 0
  return {
    /** Makes room for one more. Who waits for an answer stays, and before others who had a good one. */
    enter(address: string, socket: Socket) {
      const crowd = crowds.get(address) ?? new Set()
      crowds.set(address, crowd.add(socket))
      socket.once('close', () => {
        crowd.delete(socket)
        if (crowd.size === 0) crowds.delete(address)
      })
      if (crowd.size <= MAX_OF_ADDRESS) return
      const quiet = [...crowd].filter(isQuiet)
      const leaving = quiet.find((each) => !conductOf(each).isWelcome) ?? quiet[0] ?? socket
      crowd.delete(leaving)
      drop(leaving, 'too_many_connections')
    },
  }
}

/**
 * Bounds what one connection does in a turn, and one address in all, for every client alike.
 */
export function boundConnections({ trustProxy, events }: Deps) {
  const drop = (socket: Socket, reason: DropReason) => {
    events.connectionDropped({ reason })
    socket.destroy()
  }
  const crowds = createCrowds(drop)
  const pace = createPace<Socket>((socket) => drop(socket, 'too_many_connections'))
  const addressOf = ({ remoteAddress = '' }: Socket) => remoteAddress

  const settle = (socket: Socket, status: number) => {
    const conduct = conductOf(socket)
    conduct.unanswered -= 1
    if (status < 400) Object.assign(conduct, { refusals: 0, isWelcome: true })
    if (!isRefusal(status, conduct)) return
    conduct.refusals += 1
    // Behind a proxy the connection is everybody's.
    if (conduct.refusals === MAX_REFUSALS && trustProxy === 0) pace.slow(addressOf(socket))
  }

  /** What the listener serves of the connections that are left. */
  const bounded =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      const { socket } = request
      const conduct = conductOf(socket)
      conduct.requests += 1
      conduct.unanswered += 1
      if (conduct.refusals >= MAX_REFUSALS || conduct.requests >= MAX_REQUESTS)
        response.setHeader('Connection', 'close')
      response.once('close', () => settle(socket, response.statusCode))
      // Until all that came with it is read: of a flood nothing is begun.
      process.nextTick(() => {
        if (!conduct.isFlooding) listener(request, response)
      })
    }

  return {
    bounded,
    watch(server: Server) {
      server.maxRequestsPerSocket = MAX_REQUESTS
      const [begin] = server.listeners('connection')
      server.removeAllListeners('connection').on('connection', (socket: Socket) => {
        const address = addressOf(socket)
        if (trustProxy === 0) crowds.enter(address, socket)
        socket.once('close', () => {
          if (!conducts.get(socket)?.isFlooding) return
          pace.slow(address)
          events.connectionDropped({ reason: 'pipelined' })
        })
        pace.pass(address, socket, () => begin?.call(server, socket))
      })
      server.on('dropRequest', (_request, socket: Socket) => drop(socket, 'too_many_requests'))
    },
  }
}
