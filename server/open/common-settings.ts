import { hashSettings, nameOfKey } from '../auth/key-material.ts'
import type { Config } from '../config.ts'
import { BUILD, RELEASE } from '../reporting/build.ts'
import type { Events } from '../reporting/events.ts'
import { type CommonSettings, keepCommonSettings } from '../postgres/common-settings.ts'
import type { Pool } from '../postgres/database.ts'
import { newestVersion } from '../postgres/migrations.ts'
import { ConfigError } from '../settings/config-error.ts'

const NAMES = ['BASE_URL', 'CHECKOUT_URL', 'PAYMENT_FRAME_URL', 'PAYMENT_PROVIDER'] as const

type SharedConfig = Pick<
  Config,
  'baseUrl' | 'checkoutUrl' | 'paymentFrameUrl' | 'paymentProvider' | 'sharedSettings'
>

export const commonSettingsOf = (
  { baseUrl, checkoutUrl, paymentFrameUrl, paymentProvider, sharedSettings }: SharedConfig,
  signingKeys: string[],
): CommonSettings => ({
  signingKeys: signingKeys.map(nameOfKey),
  BASE_URL: baseUrl,
  CHECKOUT_URL: checkoutUrl,
  PAYMENT_FRAME_URL: paymentFrameUrl,
  PAYMENT_PROVIDER: paymentProvider,
  revision: BUILD.revision,
  ...(signingKeys[0] && {
    hashed: {
      key: nameOfKey(signingKeys[0]),
      values: hashSettings(signingKeys[0], sharedSettings),
    },
  }),
})

/** Whether each reads what the other signs and seals, at least while one key replaces another. */
export const sharesKey = (own: CommonSettings, kept: CommonSettings) =>
  own.signingKeys.some((name) => kept.signingKeys.includes(name))

export const listDifferences = (own: CommonSettings, kept: CommonSettings) =>
  NAMES.filter((name) => own[name] !== kept[name]).map((setting) => ({
    setting,
    here: own[setting],
    before: kept[setting],
  }))

/** The settings that are others in the latest process; those that `listDifferences` compares aside. */
export function listChanged(
  { sharedSettings }: Pick<Config, 'sharedSettings'>,
  { signingKeys, kept: { hashed } }: { signingKeys: string[]; kept: CommonSettings },
) {
  const material = signingKeys.find((each) => nameOfKey(each) === hashed?.key)
  if (!material || !hashed) return []
  return Object.entries(hashSettings(material, sharedSettings))
    .filter(([name, hash]) => (hashed.values[name] ?? hash) !== hash)
    .map(([name]) => name)
    .filter((name) => !NAMES.some((each) => each === name))
}

export const NO_COMMON_KEY = 'none of its keys is one of the latest process of this database'

type Comparing = {
  signingKeys: string[]
  pool: Pool
  events: Pick<Events, 'settingDiffers'>
}

/**
 * Compares this process with the latest that started. Another address or provider may be a change on
 * purpose, which one process is the first to have. With another signing key each would refuse the
 * buyers of the other. @throws {ConfigError} for that
 */
export async function compareSettings(
  config: SharedConfig & Pick<Config, 'databaseUrl'>,
  { signingKeys, pool, events }: Comparing,
) {
  // The embedded database has no other process.
  if (config.databaseUrl === undefined) return
  const own = {
    ...commonSettingsOf(config, signingKeys),
    newest: { schema: await newestVersion(), release: RELEASE },
  }
  const kept = await keepCommonSettings(pool, own, (others) => sharesKey(own, others))
  if (!sharesKey(own, kept))
    throw new ConfigError(
      'TOKEN_SIGNING_KEY',
      `${NO_COMMON_KEY}: set that one, or both with a comma between to replace it. On a copy of the database, select become_another_service(); when the old key is lost, delete from common_settings`,
    )
  for (const difference of listDifferences(own, kept)) events.settingDiffers(difference)
}
