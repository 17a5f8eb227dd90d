import * as z from 'zod'
import { SettingTexts } from './contract/setting-texts.ts'
import { StripeSettings } from './payments/stripe/stripe-settings.ts'
import { TestSettings } from './payments/test/test-settings.ts'
import { AddressSettings } from './settings/address-settings.ts'
import { FailpointSettings, NoFaultsInProduction } from './settings/fault-settings.ts'
import { LimitSettings } from './settings/limit-settings.ts'
import { mailSettings } from './settings/mail-settings.ts'
import { platformSettings } from './settings/platform-settings.ts'
import { ProviderSettings } from './settings/provider-settings.ts'
import { SecretSettings } from './settings/secret-settings.ts'
import { WebhookSettings } from './settings/webhook-settings.ts'
import { ownWords } from './web/own-words.ts'
import { StorageSettings } from './settings/storage-settings.ts'
import { type Environment, readEnvironment } from './settings/environment.ts'
import { ConfigError } from './settings/config-error.ts'
import { sharedSettings } from './settings/shared-settings.ts'
import { variablesOf } from './settings/variables-of.ts'

/** As OpenTelemetry names them; its exporter reads more of them by itself. */
const share = z.coerce
  .number<string>({ error: 'must be a number' })
  .min(0, 'must be 0 or more')
  .max(1, 'must be 1 or less')

const LogAndTraceSettings = z
  .object({
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
      .default('info')
      .register(SettingTexts, {
        summary: 'how much the log says',
        more: 'The log is JSON lines on stdout, and readable text in a terminal.',
      }),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/, error: 'must be an http: or https: address' })
      .optional()
      .register(SettingTexts, {
        summary: 'where traces are sent to: a collector that takes OTLP over HTTP',
        more: 'Unset, nothing is traced and no code of the SDK is loaded. [Traces](operate.md#traces) has more.',
      }),
    OTEL_SERVICE_NAME: z
      .string()
      .default('hosted-checkout')
      .register(SettingTexts, { summary: 'the name of the service in its traces' }),
    OTEL_TRACES_SAMPLER_ARG: share.default(1).register(SettingTexts, {
      summary: 'how many of the traces that begin here are kept',
      unit: 'of all traces',
      more: 'A trace that a merchant’s `traceparent` brings along is kept as it says.',
    }),
  })
  .transform(
    ({
      LOG_LEVEL: logLevel,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_SERVICE_NAME: serviceName,
      OTEL_TRACES_SAMPLER_ARG,
    }) => ({
      logLevel,
      traces:
        endpoint === undefined
          ? undefined
          : { endpoint, serviceName, share: OTEL_TRACES_SAMPLER_ARG },
    }),
  )

/** By subject, in the order of `docs/configuration.md`. */
export const SETTINGS = {
  addresses: AddressSettings,
  storage: StorageSettings,
  secrets: SecretSettings,
  limits: LimitSettings,
  provider: ProviderSettings,
  stripe: StripeSettings,
  test: TestSettings,
  mail: mailSettings,
  platform: platformSettings,
  webhooks: WebhookSettings,
  log: LogAndTraceSettings,
  faults: FailpointSettings,
}

/** Variables of the environment with their schemas, in the order of `SETTINGS`. */
export const VARIABLES = Object.values(SETTINGS).flatMap((schema) =>
  variablesOf(typeof schema === 'function' ? schema('http://localhost') : schema),
)

export type Config = ReturnType<typeof parseConfig>

/**
 * All settings of this process (contract §2). An empty variable counts as unset; a secret may be in
 * a file. @throws {ConfigError} for the first wrong one
 */
export function parseConfig(env: Environment) {
  const given = readEnvironment(env, VARIABLES)
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
    ...parse(SETTINGS.platform(addresses.checkoutUrl), given),
    ...parse(SETTINGS.webhooks, given),
    ...parse(SETTINGS.log, given),
    sharedSettings: sharedSettings(given, VARIABLES),
  })
  parse(NoFaultsInProduction, given)
  return config
}

/** Every wrong setting; `parseConfig` stops at the first. */
export function findBadSettings(env: Environment): ConfigError[] {
  try {
    const given = readEnvironment(env, VARIABLES)
    const schemas = [...Object.values(SETTINGS), NoFaultsInProduction]
    return schemas.flatMap((schema) => {
      const parsed = (typeof schema === 'function' ? schema('http://localhost') : schema).safeParse(
        given,
      )
      return parsed.success ? [] : parsed.error.issues.map(toConfigError)
    })
  } catch (error) {
    if (error instanceof ConfigError) return [error]
    throw error
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const { success, data, error } = schema.safeParse(env, { error: ownWords })
  if (success) return data
  const [issue] = error.issues
  throw issue ? toConfigError(issue) : error
}

const toConfigError = ({ path, message }: z.core.$ZodIssue) =>
  new ConfigError(String(path[0]), message)
