import * as z from 'zod'

const secret = z.string().min(32, 'must have at least 32 characters')

/** One, or two with a comma between while one replaces the other. */
const secrets = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(secret).min(1).max(2, 'must be one, or two with a comma between'))

/**
 * An embedded service makes its secrets itself, in `DATA_DIR`; one with a database of its own is
 * given them.
 */
export const SecretSettings = z
  .object({
    DATABASE_URL: z.string().optional(),
    /** At least 32 characters that a header can hold; of two both are taken. */
    PLATFORM_TOKEN: secrets
      .refine(
        (tokens) => tokens.every((token) => /^[\x21-\x7e]+$/.test(token)),
        'must have no spaces and only ASCII characters, as a header has them',
      )
      .optional(),
    /** At least 32 characters of secret text; of two the first signs, both verify. */
    TOKEN_SIGNING_KEY: secrets.optional(),
  })
  .superRefine(({ DATABASE_URL, ...given }, context) => {
    if (DATABASE_URL === undefined) return
    for (const variable of ['PLATFORM_TOKEN', 'TOKEN_SIGNING_KEY'] as const) {
      if (given[variable] === undefined)
        context.addIssue({
          code: 'custom',
          path: [variable],
          message: 'is required together with DATABASE_URL',
        })
    }
  })
  .transform(({ PLATFORM_TOKEN, TOKEN_SIGNING_KEY }) => ({
    givenSecrets: { platformTokens: PLATFORM_TOKEN, tokenSigningKeys: TOKEN_SIGNING_KEY },
  }))
