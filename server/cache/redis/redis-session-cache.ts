import type { Result } from 'ioredis'
import type { CheckoutSession } from '../../checkout/sessions/session.ts'
import { entrySeconds } from '../memory/entry-lifetime.ts'
import type { RedisClient } from './redis-client.ts'
import { NAMES_DIGEST, packSession, unpackSession } from './packed-session.ts'
import type { Sealing } from './sealing.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    putSession(key: string, entry: Buffer, seconds: number): Result<0 | 1, Context>
  }
}

/** An entry begins with the version in clear, in so many digits; then comes the sealed session. */
const VERSION_DIGITS = 8

/** A slow writer never replaces a newer entry. */
export const PUT_SESSION = {
  numberOfKeys: 1,
  lua: `
local current = tonumber(redis.call('getrange', KEYS[1], 0, ${VERSION_DIGITS - 1}))
if current and current >= tonumber(string.sub(ARGV[1], 1, ${VERSION_DIGITS})) then
  return 0
end
redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1`,
}

const keyOf = (sessionId: string) => `hc:s:${sessionId}`

/** Increase it when a value gets another meaning under the same name. */
const FORMAT = 6

/** Names the format, so that a release never reads another release's different one. */
const purposeOf = (sessionId: string) => `session ${FORMAT} ${NAMES_DIGEST} ${sessionId}`

export const readEntry = (redis: RedisClient, sessionId: string): Promise<Buffer | null> =>
  redis.getBuffer(keyOf(sessionId))

export const dropEntry = (redis: RedisClient, sessionId: string): Promise<number> =>
  redis.unlink(keyOf(sessionId))

const FIRST_VERSION = 1

/** The first version is compared with nothing: any entry that is there is as new, or newer. */
export function writeEntry(
  redis: RedisClient,
  { sealing, session, nowMs }: { sealing: Sealing; session: CheckoutSession; nowMs: number },
): Promise<unknown> {
  const { id, version } = session
  const entry = Buffer.concat([
    Buffer.from(String(version).padStart(VERSION_DIGITS, '0')),
    sealing.seal(packSession(session), purposeOf(id)),
  ])
  const seconds = entrySeconds(session, nowMs)
  return version === FIRST_VERSION
    ? redis.set(keyOf(id), entry, 'EX', seconds, 'NX')
    : redis.putSession(keyOf(id), entry, seconds)
}

/** Sessions begin open, so an entry of the first version is not final and need not be opened. */
export const mayBeFinal = (entry: Buffer | null) =>
  entry !== null && Number(entry.toString('latin1', 0, VERSION_DIGITS)) !== FIRST_VERSION

/** Undefined when the entry cannot be opened. */
export const openEntry = (
  sealing: Sealing,
  sessionId: string,
  entry: Buffer,
): CheckoutSession | undefined => {
  const text = sealing.open(entry.subarray(VERSION_DIGITS), purposeOf(sessionId))
  return text === undefined ? undefined : unpackSession(sessionId, text)
}
