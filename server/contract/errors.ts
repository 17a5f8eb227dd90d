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

/** That of the buyer API, which is ours; the specification leaves the others no room (spec §7). */
export const BuyerErrorEnvelope = z
  .strictObject({
    error: ErrorEnvelope.shape.error.extend({
      left: z.int().min(1).optional().meta({
        description: 'Of `insufficient_stock`: the units that are left.',
      }),
    }),
  })
  .meta({ id: 'BuyerError', description: 'The body of every error of the buyer API.' })
export type BuyerErrorEnvelope = z.infer<typeof BuyerErrorEnvelope>
