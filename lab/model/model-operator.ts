import type { CheckoutDeps } from '../../server/checkout/checkout-deps.ts'
import type { PaymentProvider } from '../../server/checkout/ports/provider.ts'
import type { Bank } from './model-provider.ts'
import type { Actor } from './scheduler.ts'
import type { Random } from './seeded-random.ts'

/** Decides which of two banks takes payments. A process learns it at its start. */
export function createOperator(random: Random, banks: readonly [Bank, Bank]) {
  let isFirst = random.chance(0.5)
  const takerOf = <Item>([first, second]: readonly [Item, Item]) => (isFirst ? first : second)

  return {
    changeMind() {
      isFirst = !isFirst
    },
    openProviders(
      actor: Actor,
      mayLack: boolean,
    ): Pick<CheckoutDeps, 'provider' | 'testProvider' | 'providers'> {
      const connected: readonly [PaymentProvider, PaymentProvider] = [
        banks[0].connect(actor),
        banks[1].connect(actor),
      ]
      const provider = takerOf(connected)
      return {
        provider,
        testProvider: provider,
        providers: mayLack && random.chance(0.1) ? [provider] : connected,
      }
    },
    /** Who takes new payments now. */
    taking: () => takerOf(banks).name,
  }
}
