import { EventEmitter, once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Response } from 'express'
import { describe, expect, test } from 'vitest'
import type { CheckoutSession } from '../../checkout/sessions/session.ts'
import { openMemoryCache } from '../../cache/memory/memory-cache.ts'
import { createStatusStreams } from './status-streams.ts'

const anExpiredSession = (id: string) =>
  ({ id, version: 2, state: 'expired', order: null, latestAttempt: null }) as CheckoutSession

const aResponse = () =>
  Object.assign(new PassThrough(), {
    req: { method: 'GET' },
    set: () => {},
  }) as unknown as Response & PassThrough

describe('contract §5: Status streams', () => {
  test('a stream that has ended is written to no more, however many signals come at once', async () => {
    const cache = openMemoryCache({ rateLimit: { perSecond: 1, burst: 1 } })
    const reads = new EventEmitter()
    const readSession = async (id: string) => {
      await once(reads, 'go')
      return anExpiredSession(id)
    }
    const streams = createStatusStreams({
      db: { findSession: readSession, findShortages: async () => [] },
      cache,
      events: {
        statusReadFailed: ({ error }) => {
          throw error
        },
      },
    })
    const response = aResponse()
    const errors: Error[] = []
    response.on('error', (error) => errors.push(error))

    const opened = streams.open('cs_1', response)
    await cache.signals.publish({ type: 'sessions_changed', sessionIds: ['cs_1'] })
    reads.emit('go')
    await opened
    const sent = await response.toArray()

    expect(Buffer.concat(sent).toString()).toBe(
      'event: status\ndata: {"status":"expired","attempt":null}\n\n',
    )
    expect(errors).toEqual([])
  })
})
