import { inject } from 'vitest'

/** The shared Redis of the run. A file that counts keys takes its own database, 0 to 255. */
export const testRedisUrl = (database = 0) => `${inject('redisUrl')}/${database}`
