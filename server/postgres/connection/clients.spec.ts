import { expect, inject, test, vi } from 'vitest'
import { ask, createClients } from './clients.ts'

const open = (onConnect: () => Promise<void>) =>
  createClients(inject('postgres'), {
    onIdleError: () => {},
    onConnect,
    onLost: () => {},
    onWaited: () => {},
    connections: 1,
    timeoutMs: 500,
  })

test('performance: a connection that is idle is kept for minutes, since a new one plans everything anew', async () => {
  const clients = open(() => Promise.resolve())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await ask(clients, { text: 'select 1' })
  vi.advanceTimersByTime(299_999)
  expect(clients.totalCount).toBe(1)
  vi.advanceTimersByTime(1)
  expect(clients.totalCount).toBe(0)
  vi.useRealTimers()
  await clients.close()
})

test('contract §6: a connection that is ready after its caller has given up is used by the next one', async () => {
  const prepared: (() => void)[] = []
  const clients = open(() => new Promise((resolve) => prepared.push(resolve)))
  const finishPreparing = async () => {
    await expect.poll(() => prepared).toHaveLength(1)
    prepared.pop()?.()
  }
  const taking = clients.connect()
  await finishPreparing()
  const first = await taking
  const waiting = clients.connect()
  first.release(new Error('broken'))
  await expect(waiting).rejects.toThrow('timeout exceeded')
  await finishPreparing()
  await expect.poll(() => clients.idleCount).toBe(1)
  ;(await clients.connect()).release()
  await clients.close()
})
