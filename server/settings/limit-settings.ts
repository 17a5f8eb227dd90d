import * as z from 'zod'
import { SESSION_TTL_SECONDS } from '../checkout/sessions/session.ts'
import { SettingTexts } from '../contract/setting-texts.ts'

const rate = z.coerce.number().int().min(1).max(100_000)

export const LimitSettings = z
  .object({
    /** Spec §3: 30 minutes. */
    SESSION_TTL_SECONDS: z.coerce
      .number()
      .int()
      .min(5)
      .max(SESSION_TTL_SECONDS)
      .default(SESSION_TTL_SECONDS)
      .register(SettingTexts, { summary: 'how long a session can be paid', unit: 'seconds' }),
    RATE_LIMIT_PER_SECOND: rate.default(50).register(SettingTexts, {
      summary: 'requests of one API key, in the long run',
      unit: 'a second',
    }),
    RATE_LIMIT_BURST: rate.default(100).register(SettingTexts, {
      summary: 'requests of one API key at once',
      unit: 'requests',
    }),
    /** Records stay whole for at least 30 days (contract §3). */
    BUYER_DATA_RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(30)
      .max(3650)
      .default(365)
      .register(SettingTexts, {
        summary: 'when buyers’ names, phone numbers and addresses are erased; orders stay',
        unit: 'days',
        more: '[Buyers’ data](buyers-data.md) says what is kept, and where.',
      }),
  })
  .transform((given) => ({
    sessionTtlSeconds: given.SESSION_TTL_SECONDS,
    buyerDataRetentionDays: given.BUYER_DATA_RETENTION_DAYS,
    rateLimit: { perSecond: given.RATE_LIMIT_PER_SECOND, burst: given.RATE_LIMIT_BURST },
  }))
