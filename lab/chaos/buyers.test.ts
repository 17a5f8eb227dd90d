import { expect, test } from 'vitest'
import { confirmationTokenFor } from '../stripe/stripe-cards.ts'
import { CARDS } from '../../server/testing/builders.ts'
import { openPage } from './buyers.ts'
import type { Answer, Call } from './client.ts'
import { FLOW_KINDS, planFlow, planStores } from './flow-plan.ts'
import type { World } from './world.ts'

/** Answers as services do that take payments at this provider, and have test stores as well. */
const sendTo =
  (provider: () => string) =>
  async ({ what }: Call): Promise<Answer<never>> => ({
    status: 200,
    code: undefined,
    body: {
      token: { token: 'token' },
      view: { status: 'open', attempt: null, payment: { provider: provider() } },
      'payment method': { paymentMethod: 'pm_test_1' },
    }[what as string] as never,
  })

test('payments §6: a buyer fills in the card fields of the provider that the page names', async () => {
  const provider = { now: 'stripe' }
  const stripeToken = confirmationTokenFor(CARDS.succeeds)
  const world = {
    services: 2,
    banks: { hasCardFields: true, paymentMethod: () => stripeToken },
    client: { send: sendTo(() => provider.now) },
  } as unknown as World
  const stores = planStores({ flows: 1, provider: 'both' })
  const page = openPage(world, planFlow({ seed: 1, kinds: FLOW_KINDS }, stores, 0), 'cs_1')
  expect(await page.paymentMethod('succeeds')).toBe(stripeToken)
  provider.now = 'test'
  await page.view()
  expect(await page.paymentMethod('succeeds')).toBe('pm_test_1')
})
