import { describe, expect, test } from 'vitest'
import { FLOW_KINDS, planFlow, planStores } from './flow-plan.ts'

const FLOWS = 2000

const plan = (provider: 'test' | 'stripe' | 'both') => {
  const stores = planStores({ flows: FLOWS, provider })
  return Array.from({ length: FLOWS }, (_, index) => {
    const { random: _random, ...flow } = planFlow({ seed: 1, kinds: FLOW_KINDS }, stores, index)
    return { ...flow, currency: stores[flow.store]?.currency }
  })
}

describe('decision 82: ways to pay that are confirmed elsewhere', () => {
  const flows = plan('stripe')

  test('buyers of the store that sells in EUR confirm elsewhere, and go on in all ways', () => {
    const offPage = flows.filter((flow) => flow.offPage !== undefined)
    expect(new Set(offPage.map(({ currency }) => currency))).toEqual(new Set(['EUR']))
    const ways = new Set(
      offPage.map(
        (flow) =>
          `${flow.offPage?.method} ${flow.offPage?.leaving === 'stays' ? flow.challengeAnswer : flow.offPage?.leaving}`,
      ),
    )
    expect(ways.size).toBe(2 * 6)
    const ofStore = flows.filter(({ currency }) => currency === 'EUR')
    expect(offPage.length / ofStore.length).toBeCloseTo(0.5, 1)
  })

  test.each(['test', 'both'] as const)(
    'no buyer confirms elsewhere with --provider %s, and all else of the seed is the same',
    (provider) => {
      expect(plan(provider)).toEqual(flows.map((flow) => ({ ...flow, offPage: undefined })))
    },
  )
})
