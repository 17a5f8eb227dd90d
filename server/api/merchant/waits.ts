import type { WaitPlaces } from './wait-places.ts'

/** `key`: the name of the key that asks; `gone`: the client does not wait any more. */
export type Wait = { key: string; seconds: number; gone: AbortSignal }

/** Of what something is asked, such as a session or a store, and what exactly. */
export type Question = { topic: string; asked: string }

type Waits<Value> = {
  /**
   * What the question is answered with as soon as that is no longer `isWaitedFor`, or however it is
   * after so many seconds, or when the service stops; undefined for a client that is gone. @throws
   * {CheckoutError} rate_limited: too many wait already
   */
  until(question: Question, wait: Wait): Promise<Value | undefined>
  /** Something has changed: whoever waits for this topic has it read again. */
  changed(topic: string): void
  /** Answers all of them now. */
  close(): void
}

type Waiter<Value> = {
  /** It takes the answer however it is. */
  isOver: boolean
  resolve: (value: Value | undefined) => void
  reject: (error: unknown) => void
}

/** Those who wait for the answer to one question. */
type Watch<Value> = {
  waiters: Set<Waiter<Value>>
  isReading: boolean
  mustReadAgain: boolean
  deadline: NodeJS.Timeout | undefined
}

/**
 * The merchants' requests of this process that wait for an answer to change. Between two changes
 * they cost nothing, and one read of the record serves all who wait for the same.
 */
export function createWaits<Value>({
  places,
  read,
  isWaitedFor,
  leftMs = () => undefined,
  onFailure,
}: {
  places: WaitPlaces
  read: (question: Question) => Promise<Value>
  isWaitedFor: (value: Value) => boolean
  /** After so long the answer changes by itself. */
  leftMs?: (value: Value) => number | undefined
  onFailure: (question: Question, error: unknown) => void
}): Waits<Value> {
  const topics = new Map<string, Map<string, Watch<Value>>>()
  let isClosed = false

  async function look(question: Question, watch: Watch<Value>) {
    watch.mustReadAgain = true
    if (watch.isReading) return
    watch.isReading = true
    while (watch.mustReadAgain) {
      watch.mustReadAgain = false
      try {
        tell(question, watch, await read(question))
      } catch (error) {
        onFailure(question, error)
        for (const { isOver, reject } of watch.waiters) if (isOver) reject(error)
      }
    }
    watch.isReading = false
  }

  function tell(question: Question, watch: Watch<Value>, value: Value) {
    const goesOn = isWaitedFor(value)
    for (const { isOver, resolve } of watch.waiters) if (!goesOn || isOver) resolve(value)
    clearTimeout(watch.deadline)
    const ms = goesOn ? leftMs(value) : undefined
    if (ms !== undefined) watch.deadline = setTimeout(() => void look(question, watch), ms)
  }

  function join({ topic, asked }: Question, waiter: Waiter<Value>) {
    const ofTopic = topics.get(topic) ?? new Map<string, Watch<Value>>()
    topics.set(topic, ofTopic)
    const watch = ofTopic.get(asked) ?? {
      waiters: new Set(),
      isReading: false,
      mustReadAgain: false,
      deadline: undefined,
    }
    ofTopic.set(asked, watch)
    watch.waiters.add(waiter)
    return watch
  }

  function leave({ topic, asked }: Question, watch: Watch<Value>, waiter: Waiter<Value>) {
    watch.waiters.delete(waiter)
    if (watch.waiters.size > 0) return
    clearTimeout(watch.deadline)
    const ofTopic = topics.get(topic)
    ofTopic?.delete(asked)
    if (ofTopic?.size === 0) topics.delete(topic)
  }

  return {
    async until(question, { key, seconds, gone }) {
      const givePlaceBack = places.take(key)
      const { promise, resolve, reject } = Promise.withResolvers<Value | undefined>()
      const waiter: Waiter<Value> = { isOver: isClosed, resolve, reject }
      const watch = join(question, waiter)
      const end = () => {
        waiter.isOver = true
        void look(question, watch)
      }
      const timer = setTimeout(end, seconds * 1000)
      gone.addEventListener('abort', () => resolve(undefined))
      try {
        // What changed before we listened is seen by a read that begins now.
        void look(question, watch)
        return await promise
      } finally {
        clearTimeout(timer)
        leave(question, watch, waiter)
        givePlaceBack()
      }
    },
    changed(topic) {
      for (const [asked, watch] of topics.get(topic) ?? []) void look({ topic, asked }, watch)
    },
    close() {
      isClosed = true
      for (const [topic, ofTopic] of topics)
        for (const [asked, watch] of ofTopic) {
          for (const waiter of watch.waiters) waiter.isOver = true
          void look({ topic, asked }, watch)
        }
    },
  }
}
