import type { DeliveryOption } from '../../contract/delivery.ts'

type Option = Pick<DeliveryOption, 'countries'>

/** Whether the option is offered to buyers in this country. */
export const goesTo = ({ countries }: Option, country: string) =>
  countries?.includes(country) ?? true

/** Those for this country first, because the first one is preselected. */
export const offeredIn = <Offered extends Option>(
  options: Offered[],
  country: string | undefined,
) =>
  country === undefined
    ? options
    : options.toSorted((one, other) => +goesTo(other, country) - +goesTo(one, country))
