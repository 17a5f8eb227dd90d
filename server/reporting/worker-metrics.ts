import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { createWorkersEnded } from './metrics.ts'

type Reading = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** What the primary sends to a worker, and the name of the answer. */
const READ = 'read-metrics'

/** A worker that is killed has counted at most this long unseen. */
const READ_EVERY_MS = 5_000

/** A worker that does not answer shows what it had before. */
const PATIENCE_MS = 3_000

/** Answers the primary with the metrics of this worker. */
export function answerPrimary(registry: Registry) {
  process.on('message', (message) => {
    if (message !== READ) return
    void registry.getMetricsAsJSON().then((reading) => {
      // Without the primary, this process ends.
      process.send?.({ [READ]: reading }, undefined, undefined, () => undefined)
    })
  })
}

const readingIn = (message: unknown) =>
  typeof message === 'object' && message !== null && READ in message
    ? (message[READ] as Reading)
    : undefined

const sumOf = (readings: Reading[]) => AggregatorRegistry.aggregate(readings)

/** What goes on after the end of its process: a gauge says how something is now. */
const countsIn = (reading: Reading) =>
  reading.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))

/**
 * Returns a function that reads the sum of all workers, those that have ended included: a counter
 * that fell would look like one that began anew, and what it counted before like news.
 */
export function readWorkers() {
  const latest = new Map<number, Reading>()
  const answering = new Set<Worker>()
  let ended: Promise<Reading> = Promise.resolve([])
  const workersEnded = createWorkersEnded()

  cluster.on('listening', (worker) => answering.add(worker))
  cluster.on('message', (worker, message) => {
    const reading = readingIn(message)
    if (reading && answering.has(worker)) latest.set(worker.id, reading)
  })
  cluster.on('exit', (worker) => {
    answering.delete(worker)
    workersEnded.inc()
    const before = ended
    ended = keep(before, worker.id)
  })

  async function keep(before: Promise<Reading>, id: number) {
    const kept = await sumOf([await before, countsIn(latest.get(id) ?? [])]).getMetricsAsJSON()
    latest.delete(id)
    return kept
  }

  const readAll = () => Promise.all([...answering].map(ask))
  setInterval(() => void readAll(), READ_EVERY_MS).unref()

  return async () => {
    await readAll()
    const kept = await ended
    return sumOf([kept, [await workersEnded.get()], ...latest.values()]).metrics()
  }
}

/** Asks a worker, and waits until it has answered, ended or taken too long. */
async function ask(worker: Worker) {
  if (!worker.isConnected()) return
  const over = new AbortController()
  const { signal } = over
  const events = [once(worker, 'message', { signal }), once(worker, 'exit', { signal })]
  const answer = Promise.race([...events, wait(PATIENCE_MS, undefined, { signal })])
  worker.send(READ)
  await answer
  over.abort()
}
