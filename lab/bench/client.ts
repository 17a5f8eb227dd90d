import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { type Answer, readAnswer } from './answer.ts'

/** A visit yields each request as text and receives the answer. */
export type Visit = Generator<string, void, Answer>

/** The answer was not what a visitor expects: `create 503`. */
export class Unexpected extends Error {}

export type Load = {
  port: number
  /** How many visitors there are at any moment. Each has its own connection. */
  atOnce: number
  /** No visit begins after this time; those that have begun end. */
  seconds: number
  /** The next visit; undefined when there are no more. */
  next: () => Visit | undefined
}

/** `times`: each visit in milliseconds, from the first byte sent to the last one read. */
export type Tally = { elapsedMs: number; times: number[]; unexpected: string[] }

/** The longest time for one answer, so that a service that hangs does not block the run. */
const DEADLINE_MS = 30_000

const PREPARERS = 16

/** Runs visits over raw connections: Node's client would use more CPU than the service. */
export async function runLoad({ port, atOnce, seconds, next }: Load): Promise<Tally> {
  const times: number[] = []
  const unexpected: string[] = []
  const connections = await Promise.all(Array.from({ length: atOnce }, () => openConnection(port)))
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < endsAt) {
        const visit = next()
        if (!visit) break
        const beganAt = performance.now()
        try {
          await connection.go(visit)
          times.push(performance.now() - beganAt)
        } catch (error) {
          if (!(error instanceof Unexpected)) throw error
          unexpected.push(error.message)
        }
      }
    }),
  )
  const elapsedMs = performance.now() - startedAt
  for (const connection of connections) connection.close()
  return { elapsedMs, times, unexpected }
}

/** Runs visits that only prepare something. @throws {Unexpected} when one of them fails */
export async function visitAll(port: number, visits: Visit[]) {
  const { unexpected } = await runLoad({
    port,
    atOnce: PREPARERS,
    seconds: Number.POSITIVE_INFINITY,
    next: () => visits.pop(),
  })
  if (unexpected.length > 0) throw new Error(`what was to be measured answers: ${unexpected[0]}`)
}

type UnderWay = { visit: Visit; resolve: () => void; reject: (error: unknown) => void }

/** One connection with one request at a time. It is opened again when the server closes it. */
async function openConnection(port: number) {
  let socket: Socket | undefined
  let unread: Buffer | undefined
  let underWay: UnderWay | undefined

  async function open() {
    const opened = connect(port, '127.0.0.1').setNoDelay()
    await once(opened, 'connect')
    opened.setTimeout(DEADLINE_MS, () => opened.destroy())
    opened.on('data', hear)
    // `close` follows and says enough.
    opened.on('error', () => undefined)
    opened.once('close', () => {
      if (opened !== socket) return
      forget()
      end(new Unexpected('no answer'))
    })
    socket = opened
  }

  function forget() {
    socket = undefined
    unread = undefined
  }

  function hear(chunk: Buffer) {
    const bytes = unread ? Buffer.concat([unread, chunk]) : chunk
    const answer = readAnswer(bytes)
    unread = answer ? undefined : bytes
    if (!answer) return
    if (answer.isLast) forget()
    goOn(answer)
  }

  function goOn(...answer: [] | [Answer]) {
    try {
      const step = underWay?.visit.next(...answer)
      if (step?.done === false) send(step.value)
      else end()
    } catch (error) {
      end(error)
    }
  }

  function send(request: string) {
    if (socket) socket.write(request, 'latin1')
    else open().then(() => send(request), end)
  }

  function end(error?: unknown) {
    const over = underWay
    underWay = undefined
    if (error === undefined) over?.resolve()
    else over?.reject(error)
  }

  await open()
  return {
    /** Runs a visit to its end. @throws {Unexpected} */
    go(visit: Visit) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      underWay = { visit, resolve, reject }
      goOn()
      return promise
    },
    close() {
      const last = socket
      forget()
      last?.destroy()
    },
  }
}
