import * as z from 'zod'

/** The body of every error (spec §7). */
export const ErrorEnvelope = z
  .strictObject({
    error: z.strictObject({
      code: z
        .string()
        .meta({ description: 'What went wrong, for your program. New codes may be added.' }),
      message: z.string().meta({ description: 'What went wrong and what to do, for a person.' }),
    }),
  })
  .meta({ id: 'Error', description: 'The body of every error.' })
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

/** The buyer API may say more, because it is ours; the specification fixes all others (spec §7). */
export const BuyerErrorEnvelope = z
  .strictObject({
    error: ErrorEnvelope.shape.error.extend({
      left: z.int().min(1).optional().meta({
        description: 'For `insufficient_stock`: how many units are left.',
      }),
    }),
  })
  .meta({ id: 'BuyerError', description: 'The body of every error of the buyer API.' })
export type BuyerErrorEnvelope = z.infer<typeof BuyerErrorEnvelope>
