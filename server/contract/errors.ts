import * as z from 'zod'

/** The body of every error (spec §7). */
export const ErrorEnvelope = z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) })
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>
