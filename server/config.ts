import * as z from 'zod'
import { SettingTexts } from './contract/setting-texts.ts'
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

const LogSettings = z
  .object({
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
      .default('info')
      .register(SettingTexts, {
        says: 'how much the log says',
        more: 'The log is JSON lines on stdout, and readable text in a terminal.',
      }),
  })
  .transform(({ LOG_LEVEL }) => ({ logLevel: LOG_LEVEL }))

/** By subject, in the order in which `docs/configuration.md` lists them. */
export const SETTINGS = {
  addresses: AddressSettings,
  storage: StorageSettings,
  secrets: SecretSettings,
  limits: LimitSettings,
  provider: ProviderSettings,
  stripe: StripeSettings,
  test: TestSettings,
  mail: mailSettings,
  platform: PlatformSettings,
  webhooks: WebhookSettings,
  log: LogSettings,
  faults: FailpointSettings,
}

type Environment = Record<string, string | undefined>

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
  const addresses = parse(SETTINGS.addresses, given)
  const config = Object.freeze({
    ...addresses,
    ...parse(SETTINGS.storage, given),
    ...parse(SETTINGS.secrets, given),
    ...parse(SETTINGS.limits, given),
    ...parse(SETTINGS.provider, given),
    ...parse(SETTINGS.stripe, given),
    ...parse(SETTINGS.test, given),
    ...parse(SETTINGS.mail(addresses.baseUrl), given),
    ...parse(SETTINGS.faults, given),
    ...parse(SETTINGS.platform, given),
    ...parse(SETTINGS.webhooks, given),
    ...parse(SETTINGS.log, given),
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
