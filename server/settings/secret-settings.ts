import * as z from 'zod'

const secret = z.string().min(32, 'must have at least 32 characters')

/**
 * An embedded service makes its secrets itself, in `DATA_DIR`; one with a database of its own is
 * given them.
 */
export const SecretSettings = z
  .object({
    DATABASE_URL: z.string().optional(),
    PLATFORM_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
    /**
     * Secret text of at least 32 characters; two with a comma between while the key is changed: the
     * first signs, both verify.
     */
    TOKEN_SIGNING_KEY: z
      .string()
      .transform((value) => value.split(',').map((part) => part.trim()))
      .pipe(z.array(secret).min(1).max(2, 'must be one key, or two with a comma between'))
      .optional(),
  })
  .superRefine(({ DATABASE_URL, ...secrets }, context) => {
    if (DATABASE_URL === undefined) return
    for (const variable of ['PLATFORM_TOKEN', 'TOKEN_SIGNING_KEY'] as const) {
      if (secrets[variable] === undefined)
        context.addIssue({
          code: 'custom',
          path: [variable],
          message: 'is required together with DATABASE_URL',
        })
    }
  })
  .transform(({ PLATFORM_TOKEN, TOKEN_SIGNING_KEY }) => ({
    givenSecrets: { platformToken: PLATFORM_TOKEN, tokenSigningKeys: TOKEN_SIGNING_KEY },
  }))
