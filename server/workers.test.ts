import { describe, expect, test } from 'vitest'
import { connectionsEach } from './postgres/connection/connections-each.ts'
import { pauseMs } from './workers.ts'

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
