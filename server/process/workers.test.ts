import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import type { Logger } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Config } from '../config.ts'
import { connectionsEach } from '../postgres/connection/connections-each.ts'
import { FailedStart, pauseMs, startWorkers } from './workers.ts'

describe('contract §2 WORKERS', () => {
  test('sixteen processes share a PostgreSQL of 100 connections, and leave some to the operator', () => {
    expect([1, 4, 8, 16].map(connectionsEach)).toEqual([20, 20, 10, 5])
    for (let workers = 1; workers <= 16; workers += 1)
      expect(workers * connectionsEach(workers)).toBeLessThanOrEqual(80)
  })

  test('a worker that ends again and again is replaced ever more slowly', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map(pauseMs)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
  })
})

describe('contract §2 WORKERS: a worker that ends', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))

  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** One worker: `workers` are those that were started one after the other. */
  function start() {
    const workers: EventEmitter[] = []
    vi.spyOn(cluster, 'fork').mockImplementation(() => {
      const worker = Object.assign(new EventEmitter(), { process: { pid: workers.length } })
      workers.push(worker)
      return worker as unknown as Worker
    })
    const pauses: number[] = []
    const error = (line: { pauseMs: number }) => pauses.push(line.pauseMs)
    const config = { migrate: 'never', workers: 1 } as Config
    return { workers, pauses, started: startWorkers(config, { error } as unknown as Logger) }
  }

  test('is replaced, also by one that cannot start, and starts anew after a minute', async () => {
    const { workers, pauses, started } = start()
    await vi.advanceTimersByTimeAsync(0)
    workers[0]?.emit('listening')
    await started
    for (const ranMs of [60_000, 0, 59_999, 0, 60_000]) {
      await vi.advanceTimersByTimeAsync(ranMs)
      workers.at(-1)?.emit('exit', 1, null)
      await vi.advanceTimersByTimeAsync(pauses.at(-1) ?? 0)
    }
    expect(pauses).toEqual([1000, 1000, 2000, 4000, 1000])
    expect(workers).toHaveLength(6)
  })

  test('before the first one has answered, it ends the start, and is not replaced', async () => {
    const { workers, pauses, started } = start()
    await vi.advanceTimersByTimeAsync(0)
    workers[0]?.emit('exit', 1, null)
    await expect(started).rejects.toThrow(FailedStart)
    expect(pauses).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(workers).toHaveLength(1)
  })
})
