import type { Result } from 'ioredis'
import type { CheckoutSession } from '../../checkout/session.ts'
import { entrySeconds } from '../memory/entry-lifetime.ts'
import type { RedisClient } from './redis-client.ts'
import type { Sealing } from './sealing.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    putSession(
      key: string,
      version: number,
      sealed: Buffer,
      seconds: number,
    ): Result<0 | 1, Context>
  }
}

/**
 * A hash of `v`, the version in the clear, and `d`, the sealed session: a slow writer never
 * replaces a newer entry.
 */
export const PUT_SESSION = {
  numberOfKeys: 1,
  lua: `
local current = tonumber(redis.call('hget', KEYS[1], 'v'))
if current and current >= tonumber(ARGV[1]) then
  return 0
end
redis.call('hset', KEYS[1], 'v', ARGV[1], 'd', ARGV[2])
redis.call('expire', KEYS[1], ARGV[3])
return 1`,
}

const keyOf = (sessionId: string) => `hc:session:{${sessionId}}`

/**
 * Grows with the shape of `CheckoutSession`, so that a release never reads what another one wrote
 * differently.
 */
const FORMAT = 2

const purposeOf = (sessionId: string) => `session ${FORMAT} ${sessionId}`

const parseSession = (text: string): CheckoutSession => {
  const session: CheckoutSession = JSON.parse(text)
  return {
    ...session,
    createdAt: new Date(session.createdAt),
    expiresAt: new Date(session.expiresAt),
  }
}

export const readEntry = (redis: RedisClient, sessionId: string): Promise<Buffer | null> =>
  redis.hgetBuffer(keyOf(sessionId), 'd')

export const dropEntry = (redis: RedisClient, sessionId: string): Promise<number> =>
  redis.unlink(keyOf(sessionId))

export const writeEntry = (
  redis: RedisClient,
  sealing: Sealing,
  session: CheckoutSession,
): Promise<0 | 1> =>
  redis.putSession(
    keyOf(session.id),
    session.version,
    sealing.seal(JSON.stringify(session), purposeOf(session.id)),
    entrySeconds(session, Date.now()),
  )

/** undefined when the entry cannot be opened. */
export const openEntry = (
  sealing: Sealing,
  sessionId: string,
  sealed: Buffer,
): CheckoutSession | undefined => {
  const text = sealing.open(sealed, purposeOf(sessionId))
  return text === undefined ? undefined : parseSession(text)
}
