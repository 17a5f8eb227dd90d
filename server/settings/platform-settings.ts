import * as z from 'zod'
import { SettingTexts } from '../contract/setting-texts.ts'

/** What the platform leaves to the owners of its stores. */
export const PlatformSettings = z
  .object({
    OWNERS_CHANGE_PLAN: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .default(false)
      .register(SettingTexts, {
        says: '`true` lets owners change their store’s plan; else only the platform can',
        more: '`npm start` sets it.',
      }),
  })
  .transform(({ OWNERS_CHANGE_PLAN }) => ({ ownersChangePlan: OWNERS_CHANGE_PLAN }))
