import { findAlike, isSameVariant, quoted } from '../../contract/names.ts'
import type { FileProblem } from './import-file.ts'
import { type StatedProduct, completed, isNameless, keyOf } from './import-products.ts'
import { COUNT_PROBLEM, MAX_VARIANTS, TOO_MANY_VARIANTS } from './product-form.ts'
import type { FileProduct } from './product-imports.ts'

/** Problems that a file has only with the existing product. */
export const clashesOf = (
  stated: StatedProduct,
  current: FileProduct | undefined,
): FileProblem[] => [
  ...controlProblems(stated, current),
  ...alikeProblems(stated, current),
  ...namelessProblems(stated, current),
  ...negativeProblems(stated, current),
  ...crowdProblems(stated, current),
]

/** Only a description may have several lines. Spaces without width may stand between letters. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]|^[\u200b\u2060]|[\u200b\u2060]$/u

/** What has control characters already may keep them. */
function controlProblems(
  { slug, name, withdrawalReason = null, variants }: StatedProduct,
  current: FileProduct | undefined,
): FileProblem[] {
  const known = [current, ...(current?.variants ?? [])].flatMap((one) => Object.values(one ?? {}))
  const line = variants[0]?.line.line ?? 1
  const names = [
    { line, column: 'slug', name: slug },
    { line, column: 'name', name },
    { line, column: 'withdrawal_reason', name: withdrawalReason },
    ...variants.flatMap((variant) => [
      { line: variant.line.line, column: 'size', name: variant.size },
      { line: variant.line.line, column: 'color', name: variant.colorName },
    ]),
  ]
  return names
    .filter((one) => !known.includes(one.name))
    .flatMap(({ name: text, ...place }) => {
      const [found] = text?.match(CONTROL) ?? []
      return found === undefined ? [] : [{ ...place, text: controlText(found) }]
    })
}

const controlText = (found: string) => {
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `This holds a line break or another control character, U+${code}: take it out.`
}

/** A variant that looks like another one of the file or of the product. */
function alikeProblems(
  { variants }: StatedProduct,
  { variants: before }: Pick<FileProduct, 'variants'> = { variants: [] },
): FileProblem[] {
  const added = variants.filter((variant) => !before.some(isSameVariant(variant)))
  const alike = findAlike([...before, ...added], before)
  const line = added.find((variant) => variant === alike?.variant)?.line.line
  if (!alike || line === undefined) return []
  const text = `This makes ${quoted(alike.variant)}, which looks the same as ${quoted(alike.other)}: keep one of them.`
  return [{ line, column: 'size', text }]
}

/** A negative count may only repeat the units that an export says are owed. */
const negativeProblems = (
  { variants }: StatedProduct,
  current: FileProduct | undefined,
): FileProblem[] =>
  variants
    .filter(
      ({ size, colorName, stock }) =>
        stock !== null &&
        stock < 0 &&
        !current?.variants.some(
          (one) => one.size === size && one.colorName === colorName && one.stock === stock,
        ),
    )
    .map(({ line: { line } }) => ({ line, column: 'stock', text: COUNT_PROBLEM }))

/** Counts without a variant, for a product with several. */
const namelessProblems = (
  { variants }: StatedProduct,
  current: FileProduct | undefined,
): FileProblem[] =>
  (current?.variants ?? variants).every(isNameless) || current?.variants.some(isNameless)
    ? []
    : variants
        .filter(
          (variant) => isNameless(variant) && (current === undefined || variant.stock !== null),
        )
        .map(({ line: { line } }) => ({
          line,
          column: 'size',
          text: 'This product comes in sizes or colors: say which one this is.',
        }))

/** The file's variants and the existing ones are together too many. */
function crowdProblems(stated: StatedProduct, current: FileProduct | undefined): FileProblem[] {
  const count = new Set(
    [...(current?.variants ?? []), ...completed(stated, current).variants].map(keyOf),
  ).size
  return count > MAX_VARIANTS
    ? [{ line: stated.variants[0]?.line.line ?? 1, column: 'slug', text: TOO_MANY_VARIANTS }]
    : []
}
