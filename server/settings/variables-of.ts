import * as z from 'zod'

/** The variables that a schema reads, without the steps that follow. */
export function variablesOf(schema: z.core.$ZodType): [name: string, schema: z.core.$ZodType][] {
  if (schema instanceof z.ZodPipe) return variablesOf(schema.in)
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape)
  throw new TypeError('The schema of a setting must be an object, or begin with one.')
}
