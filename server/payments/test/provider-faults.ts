import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type { PaymentProvider } from '../../checkout/ports/provider.ts'

type Call<Outcome> = (attempt: PaymentAttempt) => Promise<Outcome>

const FAULTS = [
  'never answers',
  'done, then fails',
  'fails',
  'done twice',
  'another amount',
] as const

class InjectedFault extends Error {
  override readonly name = 'InjectedFault'
}

/** A provider that misbehaves at the share `rate` of its calls. `random` gives 0 to 1. */
export function withProviderFaults<Provider extends PaymentProvider>(
  provider: Provider,
  { rate, random }: { rate: number; random: () => number },
): Provider {
  async function misbehave<Outcome>(
    call: Call<Outcome>,
    attempt: PaymentAttempt,
  ): Promise<Outcome> {
    const fault = FAULTS[Math.floor(random() * FAULTS.length)]
    switch (fault) {
      case 'never answers':
        return Promise.withResolvers<Outcome>().promise
      case 'done, then fails':
        await call(attempt)
        throw new InjectedFault('500 after success')
      case 'done twice': {
        const [outcome] = await Promise.all([call(attempt), call(attempt)])
        return outcome
      }
      case 'another amount':
        return call({ ...attempt, amount: attempt.amount + 1 })
      default:
        throw new InjectedFault('500')
    }
  }
  const faulty =
    <Outcome>(call: Call<Outcome>): Call<Outcome> =>
    (attempt) =>
      random() < rate ? misbehave(call, attempt) : call(attempt)
  const { authorize, capture, cancel, refund, retrieve, readCharge } = provider
  return {
    ...provider,
    authorize: faulty(authorize),
    capture: faulty(capture),
    cancel: faulty(cancel),
    refund: faulty(refund),
    retrieve: faulty(retrieve),
    readCharge: faulty(readCharge),
    // The refund's own amount stays right: nobody could get back what was refunded by mistake.
    refundPart: (attempt, part) => faulty((asked) => provider.refundPart(asked, part))(attempt),
  }
}
