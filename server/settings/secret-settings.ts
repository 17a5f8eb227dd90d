import * as z from 'zod'
import { SettingTexts, refuse } from '../contract/setting-texts.ts'

const secret = z.string().min(32, 'must have at least 32 characters')

/** One, or two with a comma between while one replaces the other. */
export const Secrets = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(secret).min(1).max(2, 'must be one, or two with a comma between'))

/** An embedded service makes its secrets in `DATA_DIR`; with `DATABASE_URL` they must be given. */
export const SecretSettings = z
  .object({
    DATABASE_URL: z.string().optional(),
    PLATFORM_TOKEN: Secrets.refine(
      (tokens) => tokens.every((token) => /^[\x21-\x7e]+$/.test(token)),
      'must have no spaces and only ASCII characters, as a header has them',
    )
      .optional()
      .register(SettingTexts, {
        isSecret: true,
        summary: 'bearer token of the platform API, 32 characters or more',
        default: 'generated into `DATA_DIR`',
        more: 'Required with `DATABASE_URL`. While one token replaces another, set both with a comma between: the service accepts both.',
      }),
    TOKEN_SIGNING_KEY: Secrets.optional().register(SettingTexts, {
      isSecret: true,
      summary: 'secret text behind buyer tokens and stored secrets, 32 characters or more',
      default: 'generated into `DATA_DIR`',
      more: 'Required with `DATABASE_URL`. It seals the secrets of second factors and of webhooks, too. To replace it, set both with a comma between: the first signs and seals, both verify and open. All processes must share one: the start refuses a list without any that is known. [Operate](operate.md#change-the-signing-key) has the order of a change.',
    }),
  })
  .superRefine(({ DATABASE_URL, ...given }, context) => {
    if (DATABASE_URL === undefined) return
    for (const variable of ['PLATFORM_TOKEN', 'TOKEN_SIGNING_KEY'] as const)
      if (given[variable] === undefined)
        refuse(context, variable, 'is required together with DATABASE_URL')
  })
  .transform(({ PLATFORM_TOKEN, TOKEN_SIGNING_KEY }) => ({
    givenSecrets: { platformTokens: PLATFORM_TOKEN, tokenSigningKeys: TOKEN_SIGNING_KEY },
  }))
