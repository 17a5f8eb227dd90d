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
