import type { ProviderName } from '../../server/contract/fields.ts'

/** The payment providers of a run. */
export type Providers = ProviderName | 'both'

/** The first one takes the first payments. */
export const providersOf = (provider: Providers): ProviderName[] =>
  provider === 'both' ? ['test', 'stripe'] : [provider]

export const serviceName = (index: number) => `service ${index}`
export const bankName = (provider: ProviderName) => `${provider} bank` as const
export const linkName = (
  index: number,
  to: 'http' | 'postgres' | 'redis' | ReturnType<typeof bankName>,
) => `${serviceName(index)} ${to}`
