import type { Bank, BankPayment } from './bank.ts'
import type { BankDeed } from './bank-acts.ts'
import { providersOf } from './names.ts'
import type { Options } from './options.ts'
import { startStripeBank } from './stripe-bank.ts'
import { startTestBank } from './test-bank.ts'

export type Banks = ReturnType<typeof joinBanks>

const flat = <Item>(lists: Promise<Item[]>[]) => Promise.all(lists).then((each) => each.flat())

/** All banks of a run. Each can be killed and held alone. */
export const joinBanks = (banks: Bank[]) => ({
  each: banks,
  /** The books of all banks, or none while one does not answer. */
  books: (): Promise<BankPayment[]> =>
    flat(
      banks.map(async ({ name, books }) =>
        (await books()).map((payment) => ({ ...payment, bank: name })),
      ),
    ),
  act: async (deed: BankDeed) => banks.find(({ name }) => name === deed.bank)?.act(deed),
  openProviders: (as: Parameters<Bank['openProvider']>[0]) =>
    banks.map((bank) => bank.openProvider(as)),
  /** Whether the service may have to deliver card fields. */
  hasCardFields: banks.some(({ page }) => page === undefined),
  paymentMethod(card: Parameters<NonNullable<Bank['page']>['paymentMethod']>[0]) {
    return banks.find(({ page }) => page !== undefined)?.page?.paymentMethod(card)
  },
  async answerChallenge(url: string, answer: 'complete' | 'fail') {
    let back: string | undefined
    for (const { page } of banks) back ??= await page?.answerChallenge(url, answer)
    return back
  },
  startPost(world: Parameters<NonNullable<Bank['startPost']>>[0]) {
    const posts = banks.flatMap((bank) => bank.startPost?.(world) ?? [])
    return { stop: () => Promise.all(posts.map((post) => post.stop())) }
  },
  slowAttempts: () => flat(banks.map((bank) => bank.slowAttempts())),
  findQuestions: (attempts: string[]) => flat(banks.map((bank) => bank.findQuestions(attempts))),
  calmDown: () => Promise.all(banks.map((bank) => bank.calmDown())),
  violations: () => flat(banks.map((bank) => bank.violations())),
  stop: () => Promise.all(banks.map((bank) => bank.stop())),
})

/** Starts the banks of a run. `notificationPorts`: where the services take notifications. */
export async function startBanks(
  { provider, providerFaults: faultRate, seed, tree }: Options,
  setup: { folder: string; logs: string; notificationPorts: () => number[] },
) {
  const starts = {
    test: () => startTestBank({ ...setup, seed, tree }),
    stripe: () => startStripeBank({ ...setup, seed, faultRate }),
  }
  return joinBanks(await Promise.all(providersOf(provider).map((name) => starts[name]())))
}
