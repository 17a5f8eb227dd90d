import * as z from 'zod'

/** A week. */
const MAX_GRACE_SECONDS = 604_800

export const RegenerateKeyRequest = z
  .strictObject({
    graceSeconds: z
      .int()
      .min(0)
      .max(MAX_GRACE_SECONDS)
      .default(0)
      .meta({ description: 'How long the old key goes on working beside the new one.' }),
  })
  .meta({ id: 'RegenerateKeyRequest' })

export const RegenerateKeyResponse = z
  .strictObject({ key: z.string() })
  .meta({ id: 'RegeneratedKey' })
