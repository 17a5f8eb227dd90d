import * as z from 'zod'
import { Flag, SettingTexts } from '../contract/setting-texts.ts'

/** What the platform leaves to the owners of its stores. */
export const PlatformSettings = z
  .object({
    OWNERS_CHANGE_PLAN: Flag.default(false).register(SettingTexts, {
      summary: '`true` lets owners change their store’s plan; otherwise only the platform can',
      more: '`npm start` sets it.',
    }),
  })
  .transform(({ OWNERS_CHANGE_PLAN }) => ({ ownersChangePlan: OWNERS_CHANGE_PLAN }))
