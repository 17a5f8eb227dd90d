import type { RedisClient } from './redis-client.ts'

const keyOf = (key: string) => `hc:idle:{${key}}`

/** The value means nothing: only the key's time to live counts. */
const PRESENT = '1'

export const renewIdleTime = async (
  redis: RedisClient,
  key: string,
  idleSeconds: number,
): Promise<boolean> => (await redis.getex(keyOf(key), 'EX', idleSeconds)) === PRESENT

export const beginIdleTime = (
  redis: RedisClient,
  key: string,
  idleSeconds: number,
): Promise<'OK'> => redis.set(keyOf(key), PRESENT, 'EX', idleSeconds)
