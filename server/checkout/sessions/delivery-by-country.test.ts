import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goesTo, offeredIn } from './delivery-by-country.ts'
import { Country, type DeliveryOption } from '../../contract/delivery.ts'
import { A_SHOWN_STORE } from '../../testing/store/a-shown-store.ts'
import { chosenDelivery } from './chosen-delivery.ts'
import { amountsOf } from './pricing.ts'
import { viewCountries } from './view-checkout.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => Country.safeParse(code).success,
)

/** Up to five options, each for some countries or for all. */
const optionTables = fc
  .array(
    fc.record({
      fee: fc.nat(100_000),
      countries: fc.option(fc.subarray(COUNTRIES, { minLength: 1 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((options) =>
    options.map(({ fee, countries }, index) => ({
      id: `o${index}`,
      name: `Option ${index}`,
      fee,
      ...(countries && { countries }),
    })),
  )

const quoteWith = (deliveryOptions: DeliveryOption[]) => ({
  productId: 'prod_1',
  variantId: 'var_1',
  productSlug: 'mug',
  productName: 'Mug',
  imageUrl: null,
  size: null,
  color: null,
  quantity: 2,
  unitPrice: 1990,
  currency: 'EUR',
  deliveryOptions,
  withdrawalDays: 14,
  withdrawalReason: null,
})

describe('contract §4: delivery by country', () => {
  test('in every country the fee that is shown is the fee that is charged, and no other is', () => {
    expect(COUNTRIES.length).toBeGreaterThanOrEqual(249)
    fc.assert(
      fc.property(optionTables, (options) => {
        const quote = quoteWith(options)
        const store = { ...A_SHOWN_STORE, deliveryCountries: COUNTRIES }
        const listed = viewCountries({ store, customer: {}, quote }).deliveryCountries ?? []
        const served = listed.map(({ country }) => country)
        for (const country of COUNTRIES) {
          const address = { country, place: 'Street 1' }
          const chargedFor = (option: string) => () =>
            chosenDelivery({ quote, store }, { method: 'DELIVERY', option, address }).option.fee
          const offered = offeredIn(quote.deliveryOptions, country)
          const shown = offered.filter((option) => goesTo(option, country))
          expect(offered.slice(0, shown.length)).toEqual(shown)
          expect(served.includes(country)).toBe(shown.length > 0)
          for (const option of shown)
            expect(chargedFor(option.id)()).toBe(amountsOf(quote, option).fee)
          for (const { id } of offered.slice(shown.length))
            expect(chargedFor(id)).toThrow(`fulfillment.option: does not go to ${country}`)
        }
      }),
      { numRuns: 20 },
    )
  })
})
