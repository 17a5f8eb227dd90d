import * as z from 'zod'
import { StripeSettings } from './payments/stripe/stripe-settings.ts'
import { TestSettings } from './payments/test/test-settings.ts'
import { AddressSettings } from './settings/address-settings.ts'
import { FailpointSettings, NoFaultsInProduction } from './settings/fault-settings.ts'
import { LimitSettings } from './settings/limit-settings.ts'
import { mailSettings } from './settings/mail-settings.ts'
import { PlatformSettings } from './settings/platform-settings.ts'
import { ProviderSettings } from './settings/provider-settings.ts'
import { SecretSettings } from './settings/secret-settings.ts'
import { WebhookSettings } from './settings/webhook-settings.ts'
import { StorageSettings } from './settings/storage-settings.ts'

type Environment = Record<string, string | undefined>

const LogSettings = z
  .object({
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
      .default('info'),
  })
  .transform(({ LOG_LEVEL }) => ({ logLevel: LOG_LEVEL }))

/** A setting that stops the start; the message names the variable and the reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(variable: string, reason: string) {
    super(`${variable}: ${reason}`)
  }
}

export type Config = ReturnType<typeof parseConfig>

/**
 * Every setting of this process (contract §2), an empty variable counting as unset.
 * @throws {ConfigError} for the first bad one
 */
export function parseConfig(env: Environment) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const addresses = parse(AddressSettings, given)
  const config = Object.freeze({
    ...addresses,
    ...parse(StorageSettings, given),
    ...parse(SecretSettings, given),
    ...parse(LimitSettings, given),
    ...parse(ProviderSettings, given),
    ...parse(StripeSettings, given),
    ...parse(TestSettings, given),
    ...parse(mailSettings(addresses.baseUrl), given),
    ...parse(FailpointSettings, given),
    ...parse(PlatformSettings, given),
    ...parse(WebhookSettings, given),
    ...parse(LogSettings, given),
  })
  parse(NoFaultsInProduction, given)
  return config
}

function parse<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const { success, data, error } = schema.safeParse(env)
  if (success) return data
  const [issue] = error.issues
  throw new ConfigError(String(issue?.path[0]), issue?.message ?? 'is not valid')
}
