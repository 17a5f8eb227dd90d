import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type RawRequest, exchange } from '../buyer/exchange.ts'
import type { Course } from './attack.ts'

type Flood = {
  /** How many requests begin in a second. */
  perSecond: number
  /** How many may wait for an answer. */
  atOnce: number
  make: () => RawRequest
}

const TICK_MS = 10

/** Sends requests at a steady pace, whatever the answers, unless too many wait. */
export async function flood({ perSecond, atOnce, make }: Flood, { isOver, count }: Course) {
  const underWay = new Set<Promise<void>>()
  const startedAt = performance.now()
  let begun = 0
  while (!isOver()) {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    for (; begun < due; begun += 1) {
      if (underWay.size >= atOnce) continue
      const sending = exchange(make()).then(({ status }) => {
        underWay.delete(sending)
        count(status)
      })
      underWay.add(sending)
    }
    await wait(TICK_MS)
  }
  await Promise.all(underWay)
}

/** The beginning of an answer, which no body of ours contains. */
const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g
const STATUS_LINE_LENGTH = 'HTTP/1.1 200 '.length

type Pipeline = { port: number; perSecond: number; atOnce: number; make: () => string }

/**
 * One raw connection with many requests at once. It is opened again when the service closes it, as
 * it does after a thousand requests.
 */
export async function pipeline(
  { port, perSecond, atOnce, make }: Pipeline,
  { isOver, over, count }: Course,
) {
  while (!isOver()) {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay()
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    socket.once('close', () => resolve()).on('error', () => undefined)
    let unread = ''
    let sent = 0
    let answered = 0
    socket.on('data', (text: string) => {
      unread += text
      for (const [, status] of unread.matchAll(STATUS_LINE)) {
        count(Number(status))
        answered += 1
      }
      unread = unread.slice(1 - STATUS_LINE_LENGTH)
    })
    const startedAt = performance.now()
    const timer = setInterval(() => {
      const due = ((performance.now() - startedAt) / 1000) * perSecond
      const burst = Math.floor(Math.min(due - sent, atOnce - (sent - answered)))
      if (burst <= 0) return
      sent += burst
      socket.write(Array.from({ length: burst }, make).join(''))
    }, TICK_MS)
    await Promise.race([closed, over])
    clearInterval(timer)
    // The service ended it with these unanswered.
    if (!isOver()) count(0)
    socket.destroy()
  }
}
