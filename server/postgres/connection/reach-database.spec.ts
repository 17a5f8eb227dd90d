import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { describe, expect, inject, test } from 'vitest'
import { findFreePort } from '../../testing/servers/free-port.ts'
import { startProcess } from '../../testing/servers/service-process.ts'
import { reachDatabase } from './reach-database.ts'

const { host, user, database } = inject('postgres')

/** Each look at this clock is a second later. */
function secondsPass() {
  let passed = 0
  return () => (passed += 1000)
}

describe('contract §2, DATABASE_URL: a database that is away at the start', () => {
  test('the service waits for a database that starts at the same time', async () => {
    const port = await findFreePort()
    const gate = createServer((socket) => {
      socket.pipe(createConnection(`${host}/.s.PGSQL.5432`)).pipe(socket)
    })
    const heard: string[] = []
    await reachDatabase([`postgres://${user}@127.0.0.1:${port}/${database}`], {
      patienceMs: 3_600_000,
      monotonicMs: secondsPass(),
      onAway: (reason) => {
        heard.push(reason)
        gate.listen(port, '127.0.0.1')
      },
    })
    expect(heard).toEqual([`127.0.0.1:${port} does not answer (ECONNREFUSED)`])
    gate.close()
    await once(gate, 'close')
  })

  test('a database that does not come in time is named with its host', async () => {
    await expect(
      reachDatabase(['postgres://somebody@127.0.0.1:1/shop'], {
        patienceMs: 500,
        monotonicMs: secondsPass(),
        onAway: () => undefined,
      }),
    ).rejects.toThrow('127.0.0.1:1 does not answer (ECONNREFUSED)')
  })

  test('a database that refuses the service ends the start at once, in one line', async () => {
    const databaseUrl = `postgres://nobody@/${database}?host=${encodeURIComponent(host)}`
    const { exited, output } = startProcess({ databaseUrl }, { PORT: '1' })
    expect((await exited).code).toBe(1)
    expect(
      output()
        .split('\n')
        .filter((line) => !line.startsWith('{')),
    ).toEqual([`Bad setting DATABASE_URL: ${host}:5432 refuses: role "nobody" does not exist`, ''])
  })
})
