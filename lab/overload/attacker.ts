import { parentPort, workerData } from 'node:worker_threads'
import type { Target } from './attack.ts'
import { findAttack } from './attacks.ts'

/** An attacker has its own thread, so that it does not delay the buyers' clock. */
const { name, target } = workerData as { name: string; target: Target }

const counts = new Map<number, number>()
const { promise: over, resolve } = Promise.withResolvers<void>()
let isOver = false
parentPort?.once('message', () => {
  isOver = true
  resolve()
})

await findAttack(name)?.run(target, {
  isOver: () => isOver,
  over,
  count: (status) => counts.set(status, (counts.get(status) ?? 0) + 1),
})
parentPort?.postMessage(counts)
