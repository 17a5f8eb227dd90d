import type { FileProblem } from './import-file.ts'
import { type StatedProduct, completed, isNameless, keyOf } from './import-products.ts'
import { COUNT_PROBLEM, MAX_VARIANTS, TOO_MANY_VARIANTS } from './product-form.ts'
import type { FileProduct } from './product-imports.ts'

/** What is wrong with lines only because of the product that there is. */
export const clashesOf = (
  stated: StatedProduct,
  current: FileProduct | undefined,
): FileProblem[] => [
  ...namelessProblems(stated, current),
  ...negativeProblems(stated, current),
  ...crowdProblems(stated, current),
]

/** A count below 0 is what an export says of units that are owed: it can stay, no other one. */
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

/** Counts that are of no variant in particular, where there are several to tell apart. */
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

/** More variants than a product can have, together with those that the file does not name. */
function crowdProblems(stated: StatedProduct, current: FileProduct | undefined): FileProblem[] {
  const count = new Set(
    [...(current?.variants ?? []), ...completed(stated, current).variants].map(keyOf),
  ).size
  return count > MAX_VARIANTS
    ? [{ line: stated.variants[0]?.line.line ?? 1, column: 'slug', text: TOO_MANY_VARIANTS }]
    : []
}
