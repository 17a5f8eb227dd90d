import { INVISIBLE, requiredText } from './fields.ts'

/** Also the spaces that take no room. */
const ENDS = /^[\s\p{Cc}\u200b\u2060]|[\s\p{Cc}\u200b\u2060]$/u

/** White space, which HTML draws as one space, and what fonts draw as one. */
const SPACES = /(?:[^\S\ufeff]|[\u2800\u3164\uffa0])+/u

/** In an emoji it says which one is drawn. */
const UNSEEN = new RegExp(`(\\p{RGI_Emoji})|${INVISIBLE.source}`, 'gv')

const ENDS_PROBLEM = 'must not begin or end with a space or a control character'

/** A name as it is written from now on; what has another one already keeps it. */
export const newName = (maximum: number) =>
  requiredText(maximum).refine((name) => !ENDS.test(name), ENDS_PROBLEM)

/** The same for names that look the same. They are compared by it where they are written alone. */
export const lookOf = (name: string) =>
  name
    .split(SPACES)
    .map((word) => word.replaceAll(UNSEEN, '$1'))
    .filter((word) => word !== '')
    .join(' ')
    .normalize('NFC')

export type VariantNames = { size: string | null; colorName: string | null }

const partsOf = ({ size, colorName }: VariantNames) => [size, colorName]

/** “M, Red”. */
export const quoted = (names: VariantNames) =>
  `“${partsOf(names)
    .filter((name) => name !== null)
    .join(', ')}”`

const lookOfVariant = (names: VariantNames) =>
  JSON.stringify(partsOf(names).map((name) => name && lookOf(name)))

export const isSameVariant = (one: VariantNames) => (other: VariantNames) =>
  one.size === other.size && one.colorName === other.colorName

/** The first variant that looks like one before it, and which: not those that were there `before`. */
export function findAlike<Variant extends VariantNames>(
  variants: Variant[],
  before: VariantNames[],
): { variant: Variant; other: Variant } | undefined {
  const known = new Map<string, Variant>()
  for (const variant of variants) {
    const look = lookOfVariant(variant)
    const other = known.get(look)
    if (other && !(before.some(isSameVariant(variant)) && before.some(isSameVariant(other))))
      return { variant, other }
    known.set(look, variant)
  }
  return undefined
}

type ProductNames = { slug: string; name: string; variants: VariantNames[] }

/** What is wrong with names that the product does not have yet, as an answer says it. */
export function findNameProblem(
  { slug, name, variants }: ProductNames,
  before: ProductNames | undefined,
) {
  const there = [before, ...(before?.variants ?? [])].flatMap((one) => Object.values(one ?? {}))
  const names = {
    slug,
    name,
    ...Object.fromEntries(
      variants.flatMap(({ size, colorName }, index) => [
        [`variants[${index}].size`, size],
        [`variants[${index}].colorName`, colorName],
      ]),
    ),
  }
  const ended = Object.entries(names).find(
    ([, text]) => text !== null && ENDS.test(text) && !there.includes(text),
  )
  if (ended) return `${ended[0]}: ${ENDS_PROBLEM}`
  const alike = findAlike(variants, before?.variants ?? [])
  if (!alike) return undefined
  const pathOf = (variant: VariantNames) => `variants[${variants.indexOf(variant)}]`
  const { variant, other } = alike
  return `${pathOf(variant)}: ${quoted(variant)} looks the same as ${quoted(other)} of ${pathOf(other)}`
}
