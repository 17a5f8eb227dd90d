import { nextTick } from 'node:process'
import type { Random } from './seeded-random.ts'

/** Returned by an effect that has to wait for a locked row. */
export const BLOCKED = Symbol('blocked')

/** Who takes steps: a process of the service, or the world around it. */
export type Actor = { name: string; pausedUntil: number; isDead: boolean }

export const newActor = (name: string): Actor => ({ name, pausedUntil: 0, isDead: false })

/** A failure that faults may cause; callers of the service see a 500. */
export class SimulatedFailure extends Error {
  override readonly name = 'SimulatedFailure'
}

/** The record's setting: how long a statement waits for a lock. */
const LOCK_TIMEOUT_MS = 1_000

const START = Date.parse('2026-11-21T12:00:00.000Z')

type Step = {
  actor: Actor
  name: string
  subject: string
  wakeAt: number
  /** The row that it waits for, and until when. */
  waitsFor: object | undefined
  giveUpAt: number
  /** False when it has to wait for `waitsFor`. */
  run(): boolean
  fail(error: Error): void
}

/** For the trace: what is done, and to what. */
type Label = readonly [name: string, subject: string]

export type Pace = {
  /** How likely time passes although somebody could go on. */
  time: number
  /** How likely the last one goes on again. */
  burst: number
}

type Options = { random: Random; pace: Pace; trace: ((line: string) => void) | undefined }

export type Scheduler = ReturnType<typeof createScheduler>

/**
 * Runs asynchronous tasks in an order that the seed decides. Each task stops at every `step`; the
 * scheduler picks the next step, or lets time pass to the next due moment.
 */
export function createScheduler({ random, pace, trace }: Options) {
  let now = START
  let steps = 0
  let isCalm = false
  let blockedOn: object | undefined
  let ready: Step[] = []
  let sleeping: Step[] = []
  let waiting: Step[] = []
  const clockListeners: ((now: number) => void)[] = []

  /** `effect` runs when the step has its turn, at `wakeAt` or later; the promise has its result. */
  function step<Result>(
    actor: Actor,
    [name, subject]: Label,
    effect: () => Result | typeof BLOCKED,
    wakeAt = now,
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const run = () => {
      try {
        const result = effect()
        if (result === BLOCKED) return false
        if (trace) trace(`${now - START} ${actor.name}: ${name} ${subject}${toText(result)}`)
        if (!actor.isDead) resolve(result)
      } catch (error) {
        if (trace) trace(`${now - START} ${actor.name}: ${name} ${subject} ✗ ${String(error)}`)
        if (!actor.isDead) reject(error)
      }
      return true
    }
    const made: Step = {
      actor,
      name,
      subject,
      wakeAt,
      waitsFor: undefined,
      giveUpAt: Infinity,
      run,
      fail: reject,
    }
    if (!actor.isDead) (wakeAt > now ? sleeping : ready).push(made)
    return promise
  }

  function block(row: object): typeof BLOCKED {
    blockedOn = row
    return BLOCKED
  }

  /** The row is free, so a process that waits for it may try again. */
  function release(row: object) {
    if (waiting.length === 0) return
    const stillWaiting: Step[] = []
    for (const candidate of waiting)
      (candidate.waitsFor === row ? ready : stillWaiting).push(candidate)
    waiting = stillWaiting
  }

  /** False when nothing is due any more. */
  function passTime() {
    let next = Infinity
    for (const { wakeAt } of sleeping) next = Math.min(next, wakeAt)
    for (const { giveUpAt } of waiting) next = Math.min(next, giveUpAt)
    if (next === Infinity) return false
    now = Math.max(now, next)
    for (const listen of clockListeners) listen(now)
    const asleep: Step[] = []
    for (const candidate of sleeping) (candidate.wakeAt <= now ? ready : asleep).push(candidate)
    sleeping = asleep
    const stillWaiting: Step[] = []
    for (const candidate of waiting)
      (candidate.giveUpAt <= now ? ready : stillWaiting).push(candidate)
    waiting = stillWaiting
    return true
  }

  function takeReady() {
    const last = ready.length - 1
    const index = random.chance(pace.burst) ? last : random.below(ready.length)
    const taken = ready[index]
    const moved = ready.pop()
    if (taken !== moved && moved) ready[index] = moved
    return taken
  }

  function takeStep(taken: Step) {
    const { actor } = taken
    if (actor.pausedUntil > now) {
      taken.wakeAt = actor.pausedUntil
      sleeping.push(taken)
    } else if (taken.giveUpAt <= now) {
      if (trace)
        trace(`${now - START} ${actor.name}: ${taken.name} ${taken.subject} ✗ lock timeout`)
      taken.fail(new SimulatedFailure('lock timeout'))
    } else if (!taken.run()) {
      taken.waitsFor = blockedOn
      if (taken.giveUpAt === Infinity) taken.giveUpAt = now + LOCK_TIMEOUT_MS
      waiting.push(taken)
    }
  }

  /** False when nobody has anything left to do. */
  function turn() {
    if (ready.length === 0) return passTime()
    if (!isCalm && random.chance(pace.time) && passTime()) return true
    const taken = takeReady()
    steps += 1
    if (taken) takeStep(taken)
    return true
  }

  /** Runs until `isOver`, or until nobody has anything left to do. */
  const run = (isOver: () => boolean) =>
    new Promise<void>((resolve) => {
      // A tick that a microtask asks for comes after all microtasks, when every task waits at its
      // next step.
      const goOn = () => nextTick(takeTurn)
      const takeTurn = () => {
        if (isOver() || !turn()) return resolve()
        return queueMicrotask(goOn)
      }
      queueMicrotask(goOn)
    })

  return {
    step,
    block,
    release,
    run,
    sleep: (actor: Actor, ms: number) => step(actor, ['wakes', ''], () => undefined, now + ms),
    onTime: (listener: (now: number) => void) => {
      clockListeners.push(listener)
    },
    /** From now on time passes only when nobody has anything to do. */
    calmDown: () => {
      isCalm = true
    },
    /** The actor's tasks never go on, not even to their next step. */
    drop(actor: Actor) {
      actor.isDead = true
      const isOthers = (candidate: Step) => candidate.actor !== actor
      ready = ready.filter(isOthers)
      sleeping = sleeping.filter(isOthers)
      waiting = waiting.filter(isOthers)
      if (trace) trace(`${now - START} ${actor.name}: dies`)
    },
    now: () => now,
    steps: () => steps,
  }
}

const LOGGED_KEYS = [
  'type',
  'state',
  'attempt',
  'payment',
  'attemptId',
  'amount',
  'currency',
  'taken',
  'left',
]

function toText(result: unknown) {
  const text = result === undefined ? '{}' : JSON.stringify(result, LOGGED_KEYS)
  return text === '{}' ? '' : ` → ${text}`
}
