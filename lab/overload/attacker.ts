import { parentPort, workerData } from 'node:worker_threads'
import type { Ground } from './attack.ts'
import { findAttack } from './attacks.ts'

/** An attacker has its own thread, so that it does not delay the buyers' clock. */
const { name, ground } = workerData as { name: string; ground: Ground }

const counts = new Map<number, number>()
const { promise: over, resolve } = Promise.withResolvers<void>()
let isOver = false
parentPort?.once('message', () => {
  isOver = true
  resolve()
})

await findAttack(name)?.run(ground, {
  isOver: () => isOver,
  over,
  count: (status) => counts.set(status, (counts.get(status) ?? 0) + 1),
})
parentPort?.postMessage(counts)
