import type { DeliveryOption } from '../../contract/delivery.ts'

export const MAX_OPTIONS = 20

export type Step = 'up' | 'down'

/** One place up or down; the first one stays the first, the last one the last. */
export function moveOption(options: DeliveryOption[], { id, step }: { id: string; step: Step }) {
  const from = options.findIndex((option) => option.id === id)
  const to = step === 'up' ? from - 1 : from + 1
  const [moved, other] = [options[from], options[to]]
  return moved && other ? options.with(from, other).with(to, moved) : options
}

/** With the option as it is now: in its place, or at the end when it is new. */
export function putOption(options: DeliveryOption[], option: DeliveryOption) {
  const index = options.findIndex(({ id }) => id === option.id)
  return index < 0 ? [...options, option] : options.with(index, option)
}

export const withoutOption = (options: DeliveryOption[], id: string) =>
  options.filter((option) => option.id !== id)
