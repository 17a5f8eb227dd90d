import type * as z from 'zod'
import type { Environment } from './environment.ts'

/** A process has its own, the doctor has another on purpose, or it is compared by itself. */
const OTHERS = 'DATABASE_URL DATA_DIR HOST METRICS_PORT MIGRATE PORT TOKEN_SIGNING_KEY WORKERS'

/** The values that all processes read from their settings, as text: a default is as good as given. */
export const sharedSettings = (
  given: Environment,
  variables: [name: string, schema: z.core.$ZodType][],
): Record<string, string> =>
  Object.fromEntries(
    variables
      .filter(([name]) => !OTHERS.split(' ').includes(name))
      .map(([name, schema]) => {
        const { data } = (schema as z.ZodType).safeParse(given[name])
        return [name, JSON.stringify(data) ?? '']
      }),
  )
