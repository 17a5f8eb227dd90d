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

type Questions<Value> = {
  read: (question: Question) => Promise<Value>
  isWaitedFor: (value: Value) => boolean
  /** After so long the answer changes by itself. */
  leftMs?: (value: Value) => number | undefined
  onFailure: (question: Question, error: unknown) => void
}

type Watch<Value> = ReturnType<typeof createWatch<Value>>

/** Those who wait for the answer to one question. */
function createWatch<Value>(
  question: Question,
  { read, isWaitedFor, leftMs = () => undefined, onFailure }: Questions<Value>,
) {
  const waiters = new Set<Waiter<Value>>()
  let isReading = false
  let mustReadAgain = false
  let deadline: NodeJS.Timeout | undefined

  async function look() {
    mustReadAgain = true
    if (isReading) return
    isReading = true
    while (mustReadAgain) {
      mustReadAgain = false
      try {
        tell(await read(question))
      } catch (error) {
        onFailure(question, error)
        for (const { isOver, reject } of waiters) if (isOver) reject(error)
      }
    }
    isReading = false
  }

  function tell(value: Value) {
    const goesOn = isWaitedFor(value)
    for (const { isOver, resolve } of waiters) if (!goesOn || isOver) resolve(value)
    clearTimeout(deadline)
    const ms = goesOn ? leftMs(value) : undefined
    if (ms !== undefined) deadline = setTimeout(() => void look(), ms)
  }

  return { waiters, look, stop: () => clearTimeout(deadline) }
}

/** The watches by their questions: one for all who ask the same. */
function createWatches<Value>(questions: Questions<Value>) {
  const topics = new Map<string, Map<string, Watch<Value>>>()
  return {
    of: (topic: string) => [...(topics.get(topic)?.values() ?? [])],
    all: () => [...topics.values()].flatMap((ofTopic) => [...ofTopic.values()]),
    join(question: Question, waiter: Waiter<Value>) {
      const { topic, asked } = question
      const ofTopic = topics.get(topic) ?? new Map<string, Watch<Value>>()
      topics.set(topic, ofTopic)
      const watch = ofTopic.get(asked) ?? createWatch(question, questions)
      ofTopic.set(asked, watch)
      watch.waiters.add(waiter)
      return watch
    },
    leave({ topic, asked }: Question, waiter: Waiter<Value>) {
      const ofTopic = topics.get(topic)
      const watch = ofTopic?.get(asked)
      if (!watch?.waiters.delete(waiter) || watch.waiters.size > 0) return
      watch.stop()
      ofTopic?.delete(asked)
      if (ofTopic?.size === 0) topics.delete(topic)
    },
  }
}

/**
 * The merchants' requests of this process that wait for an answer to change. Between two changes
 * they cost nothing, and one read of the record serves all who wait for the same.
 */
export function createWaits<Value>({
  places,
  ...questions
}: Questions<Value> & { places: WaitPlaces }): Waits<Value> {
  const watches = createWatches(questions)
  let isClosed = false
  return {
    async until(question, { key, seconds, gone }) {
      const givePlaceBack = places.take(key)
      const { promise, resolve, reject } = Promise.withResolvers<Value | undefined>()
      const waiter: Waiter<Value> = { isOver: isClosed, resolve, reject }
      const watch = watches.join(question, waiter)
      const end = () => {
        waiter.isOver = true
        void watch.look()
      }
      const timer = setTimeout(end, seconds * 1000)
      gone.addEventListener('abort', () => resolve(undefined))
      try {
        // What changed before we listened is seen by a read that begins now.
        void watch.look()
        return await promise
      } finally {
        clearTimeout(timer)
        watches.leave(question, waiter)
        givePlaceBack()
      }
    },
    changed(topic) {
      for (const watch of watches.of(topic)) void watch.look()
    },
    close() {
      isClosed = true
      for (const { waiters, look } of watches.all()) {
        for (const waiter of waiters) waiter.isOver = true
        void look()
      }
    },
  }
}
