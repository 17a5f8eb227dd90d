import * as z from 'zod'
import { SESSION_TTL_SECONDS } from '../checkout/session.ts'

const rate = z.coerce.number().int().min(1).max(100_000)

/** How long a session can be paid, how much one key may ask, how long buyers' data are kept. */
export const LimitSettings = z
  .object({
    /** Seconds; 5 to 1800. (Default 1800 — spec §3, 30 minutes.) */
    SESSION_TTL_SECONDS: z.coerce
      .number()
      .int()
      .min(5)
      .max(SESSION_TTL_SECONDS)
      .default(SESSION_TTL_SECONDS),
    /** Requests a second and key, and how many may come at once. */
    RATE_LIMIT_PER_SECOND: rate.default(50),
    RATE_LIMIT_BURST: rate.default(100),
    /** 30 to 3650: records are whole for 30 days at least (contract §3). */
    BUYER_DATA_RETENTION_DAYS: z.coerce.number().int().min(30).max(3650).default(365),
  })
  .transform((given) => ({
    sessionTtlSeconds: given.SESSION_TTL_SECONDS,
    buyerDataRetentionDays: given.BUYER_DATA_RETENTION_DAYS,
    rateLimit: { perSecond: given.RATE_LIMIT_PER_SECOND, burst: given.RATE_LIMIT_BURST },
  }))
