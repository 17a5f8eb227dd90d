import * as z from 'zod'

/** What the platform leaves to the owners of its stores. */
export const PlatformSettings = z
  .object({
    /** Whether owners change their store's plan themselves. */
    OWNERS_CHANGE_PLAN: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .default(false),
  })
  .transform(({ OWNERS_CHANGE_PLAN }) => ({ ownersChangePlan: OWNERS_CHANGE_PLAN }))
