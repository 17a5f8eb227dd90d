import type { Product, Variant } from '../../contract/merchant.ts'

/** What an address or a form asks for. */
export type VariantRequest = {
  size?: string | undefined
  color?: string | undefined
  quantity?: number | undefined
}

/** `isOpen`: what it asks for is only chosen, and the buyer may choose anew. */
export type LinkRequest = VariantRequest & { isOpen?: boolean }

type Name = 'size' | 'color'

/** `isGone`: nothing with this value is for sale. */
export type Choice = { name: Name; values: { value: string; isGone: boolean }[] }

export type Choices = {
  /** What the buyer need not choose: the address says it, or there is nothing else. */
  fixed: VariantRequest
  open: Choice[]
  /** What is chosen when the page is first shown: what can be bought. */
  first: VariantRequest
  /** How many units can be bought of the variant with the most; 0 when all are sold out. */
  left: number
  /** How many units one order can have. */
  most: number
  /** Sizes and colours, by their indexes in `open`, that are not for sale together. */
  apart: [size: number, color: number][]
}

const NAMES = ['size', 'color'] as const
const valueOf = (variant: Variant, name: Name) =>
  name === 'size' ? variant.size : variant.colorName

const matching = (variants: Variant[], asked: VariantRequest) =>
  variants.filter((variant) =>
    NAMES.every((name) => asked[name] === undefined || valueOf(variant, name) === asked[name]),
  )

const isForSale = ({ stock }: Variant) => stock > 0

/** A value that the address asks for stays open when nothing with it is for sale. */
function namedIn(variants: Variant[], asked: VariantRequest) {
  const named: VariantRequest = {}
  for (const name of NAMES)
    if (matching(variants, { ...named, [name]: asked[name] }).some(isForSale))
      named[name] = asked[name]
  return named
}

function choiceOf(variants: Variant[], name: Name): Choice {
  const all = variants.map((variant) => valueOf(variant, name)).filter((value) => value !== null)
  const values = [...new Set(all)].map((value) => ({
    value,
    isGone: !matching(variants, { [name]: value }).some(isForSale),
  }))
  return { name, values }
}

function apartIn(variants: Variant[], open: Choice[]): Choices['apart'] {
  const [sizes, colors] = open
  if (!sizes || !colors) return []
  return sizes.values.flatMap((size, sizeIndex) =>
    colors.values.flatMap((color, colorIndex): Choices['apart'] =>
      size.isGone ||
      color.isGone ||
      matching(variants, { size: size.value, color: color.value }).some(isForSale)
        ? []
        : [[sizeIndex, colorIndex]],
    ),
  )
}

/** Why the quantity that was asked for cannot be had. `isWrong`: no such quantity can be bought. */
export function quantityRefusal(
  { left, most }: Choices,
  { quantity = 1, isWrong }: { quantity: number | undefined; isWrong: boolean },
) {
  if (left === 0) return undefined
  if ((isWrong || quantity > most) && left > 1) return { most: left }
  if (most === 1) return undefined
  return isWrong || quantity > left ? { code: 'insufficient_stock' as const, left } : undefined
}

/** What a buyer may choose of a product, and what is chosen already. */
export function choicesOf({ variants, maxPerOrder: most }: Product, request: LinkRequest): Choices {
  const asked = request.isOpen ? {} : request
  const fixed = namedIn(variants, asked)
  const candidates = matching(variants, fixed)
  const open: Choice[] = []
  for (const name of NAMES) {
    if (fixed[name] !== undefined) continue
    const choice = choiceOf(candidates, name)
    const [only, another] = choice.values
    if (only && !another) fixed[name] = only.value
    else if (another) open.push(choice)
  }
  const left = Math.min(most, Math.max(0, ...candidates.map(({ stock }) => stock)))
  if (left === 1) fixed.quantity = 1
  else if (asked.quantity !== undefined && asked.quantity <= left) fixed.quantity = asked.quantity
  const first = matching(candidates, request).find(isForSale) ?? candidates.find(isForSale)
  return {
    fixed,
    open,
    first: {
      size: first?.size ?? undefined,
      color: first?.colorName ?? undefined,
      quantity: request.quantity,
    },
    left,
    most,
    apart: apartIn(candidates, open),
  }
}
