import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { Counter, Gauge, Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readWorkers } from './worker-metrics.ts'

/** A worker that has sold `sales` and has `open` connections. Its answer may come late. */
function aWorker(id: number, { sales, open }: { sales: number; open: number }) {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'sales_total', help: 'Sales', registers }).inc(sales)
  new Gauge({ name: 'connections_open', help: 'Connections', registers }).set(open)
  const answer = async () => {
    const message = { 'read-metrics': await registry.getMetricsAsJSON() }
    worker.emit('message', message)
    cluster.emit('message', worker, message)
  }
  const worker = Object.assign(new EventEmitter(), {
    id,
    answer,
    isConnected: () => true,
    send: () => void answer(),
  })
  cluster.emit('listening', worker as unknown as Worker)
  return worker
}

test('contract §2 WORKERS: counts of workers that ended stay in the metrics, once, and gauges go', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    for (const event of ['listening', 'message', 'exit']) cluster.removeAllListeners(event)
  })
  const read = readWorkers()
  const figures = async () => {
    const text = await read()
    return ['sales_total', 'connections_open', 'checkout_workers_ended_total'].map((name) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]),
    )
  }
  const first = aWorker(1, { sales: 3, open: 1 })
  const second = aWorker(2, { sales: 4, open: 1 })
  expect(await figures()).toEqual([7, 2, 0])
  cluster.emit('exit', first)
  expect(await figures()).toEqual([7, 1, 1])
  await first.answer()
  expect(await figures()).toEqual([7, 1, 1])
  cluster.emit('exit', second)
  aWorker(3, { sales: 2, open: 5 })
  expect(await figures()).toEqual([9, 5, 2])
})
