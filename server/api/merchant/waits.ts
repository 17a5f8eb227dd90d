import type { WaitSlots } from './wait-slots.ts'

/** `key`: the name of the API key. `gone`: aborts when the client closes the connection. */
export type Wait = { key: string; seconds: number; gone: AbortSignal }

/** `topic`: the id of a session or store. `asked`: what the client wants to know of it. */
export type Question = { topic: string; asked: string }

type Waits<Value> = {
  /**
   * Answers as soon as `isWaitedFor` is false, or with the value as it is when the time is over or
   * the service stops. Undefined when the client has gone. @throws {CheckoutError} rate_limited:
   * too many requests of this key wait
   */
  until(question: Question, wait: Wait): Promise<Value | undefined>
  /** Reads the topic again for all who wait for it. */
  changed(topic: string): void
  /** Answers all requests that wait. */
  close(): void
}

type Waiter<Value> = {
  /** Takes the next value, whatever it is. */
  isOver: boolean
  resolve: (value: Value | undefined) => void
  reject: (error: unknown) => void
}

type Questions<Value> = {
  read: (question: Question) => Promise<Value>
  isWaitedFor: (value: Value) => boolean
  /** When the value will change without an event. */
  leftMs?: (value: Value) => number | undefined
  onFailure: (question: Question, error: unknown) => void
}

type Watch<Value> = ReturnType<typeof createWatch<Value>>

/** All who wait for the answer to one question. */
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
        answer(await read(question))
      } catch (error) {
        onFailure(question, error)
        for (const { isOver, reject } of waiters) if (isOver) reject(error)
      }
    }
    isReading = false
  }

  function answer(value: Value) {
    const goesOn = isWaitedFor(value)
    for (const { isOver, resolve } of waiters) if (!goesOn || isOver) resolve(value)
    clearTimeout(deadline)
    const ms = goesOn ? leftMs(value) : undefined
    if (ms !== undefined) deadline = setTimeout(() => void look(), ms)
  }

  return { waiters, look, stop: () => clearTimeout(deadline) }
}

/** All who ask the same question share one watch. */
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
 * The requests of this process that wait for a value to change. They cost nothing between two
 * changes, and one read of the record serves all who ask the same.
 */
export function createWaits<Value>({
  slots,
  ...questions
}: Questions<Value> & { slots: WaitSlots }): Waits<Value> {
  const watches = createWatches(questions)
  let isClosed = false
  return {
    async until(question, { key, seconds, gone }) {
      const giveSlotBack = slots.take(key)
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
        // The client may have missed a change before it began to wait, so the value is read now.
        void watch.look()
        return await promise
      } finally {
        clearTimeout(timer)
        watches.leave(question, waiter)
        giveSlotBack()
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
