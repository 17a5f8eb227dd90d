import { busy } from '../checkout/errors.ts'
import { type Thread, ThreadError, createThread, threadFile } from '../threads/thread.ts'
import type { KeyJob } from './derive-key.ts'

/** `known`: a device that the account has used before, or a key, link or session of ours. */
export type Caller = 'stranger' | 'known'

export type Derive = (job: KeyJob) => Promise<Uint8Array>

export type Hashing = {
  /** Runs `work`, with its one hash, in its turn. @throws {CheckoutError} busy: too many wait */
  inTurn<Result>(caller: Caller, work: (derive: Derive) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** A hash takes 128 MiB and one core, so strangers get one thread. */
const AT_ONCE: Record<Caller, number> = { stranger: 1, known: 2 }
const THREADS = 2

/** How many callers of each kind wait for a thread, and how long. */
const MAX_WAITING = 4
const MAX_WAIT_MS = 2000

type HashThread = Thread<KeyJob, Uint8Array>
type Waiting = { begin: (thread: HashThread) => void; giveUp: (reason: Error) => void }

/**
 * Hashes passwords on threads of its own, so that sign-ins hold up neither the event loop nor
 * Node's thread pool (files, names, compression). Known callers come first, and strangers never
 * have both threads.
 * @param maxWaitMs how long a caller waits for its turn, in milliseconds (default 2000)
 */
export function createHashing({ maxWaitMs = MAX_WAIT_MS } = {}): Hashing {
  const free: HashThread[] = Array.from({ length: THREADS }, () =>
    createThread(threadFile('hashing-thread', import.meta)),
  )
  const threads = [...free]
  const running: Record<Caller, number> = { stranger: 0, known: 0 }
  const waiting: Record<Caller, Waiting[]> = { known: [], stranger: [] }

  const takeTurn = (caller: Caller) => {
    const thread = running[caller] < AT_ONCE[caller] ? free.pop() : undefined
    if (thread) running[caller] += 1
    return thread
  }

  const waitForTurn = (caller: Caller) =>
    new Promise<HashThread>((resolve, reject) => {
      const queue = waiting[caller]
      if (queue.length >= MAX_WAITING) return reject(busy(new Error('too many hashes wait')))
      const one: Waiting = {
        begin: (thread) => {
          clearTimeout(timer)
          resolve(thread)
        },
        giveUp: (reason) => {
          clearTimeout(timer)
          queue.splice(queue.indexOf(one), 1)
          reject(busy(reason))
        },
      }
      const timer = setTimeout(() => one.giveUp(new Error('a hash waited too long')), maxWaitMs)
      queue.push(one)
    })

  const beginNext = () => {
    for (const caller of ['known', 'stranger'] as const) {
      const thread = waiting[caller].length > 0 ? takeTurn(caller) : undefined
      if (thread) waiting[caller].shift()?.begin(thread)
    }
  }

  return {
    async inTurn(caller, work) {
      const thread = takeTurn(caller) ?? (await waitForTurn(caller))
      try {
        return await work((job) => thread.run(job))
      } catch (error) {
        throw error instanceof ThreadError ? busy(error) : error
      } finally {
        free.push(thread)
        running[caller] -= 1
        beginNext()
      }
    },
    async close() {
      for (const queue of Object.values(waiting))
        while (queue.length > 0) queue[0]?.giveUp(new Error('the service stops'))
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
