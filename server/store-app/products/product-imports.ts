import type { Actor } from '../../checkout/audit.ts'

/**
 * A product with its variants as a file has them; `stock` is the count on hand, units held for
 * payments included: below 0 when more were sold than there were, null when it is not said of a
 * variant that is new.
 */
export type FileProduct = {
  slug: string
  name: string
  description: string | null
  imageUrl: string | null
  price: number
  archived: boolean
  variants: { size: string | null; colorName: string | null; stock: number | null }[]
}

type Fields = Omit<FileProduct, 'variants'>

export type FieldName = Exclude<keyof Fields, 'slug'>

/**
 * What a file changes of one product: the fields that differ, the stock relatively to what it was.
 */
export type ProductPlan = Fields & {
  isNew: boolean
  /** The former values of the fields that the file changes. */
  before: Partial<Fields>
  variants: {
    size: string | null
    colorName: string | null
    isNew: boolean
    stock: number | null
    delta: number
  }[]
}

/** All that a file changes, in the currency that its prices are in. */
export type ImportPlan = { currency: string; products: ProductPlan[]; unchanged: number }

export type ProductImportRecords = {
  /** The products of the store that have one of these slugs. */
  findProductsOf(storeId: string, slugs: string[]): Promise<FileProduct[]>
  /** All products, oldest first, in batches. */
  exportProducts(storeId: string): AsyncIterable<FileProduct[]>
  /** Written when an export begins. */
  auditExport(storeId: string, actor: Actor): Promise<void>
  /** Keeps the plan for an hour and returns its id. */
  keepImport(storeId: string, plan: ImportPlan): Promise<string>
  /** Undefined when it was applied, is too old, or the store has another currency by now. */
  findImport(storeId: string, id: string): Promise<ImportPlan | undefined>
  /**
   * All of the plan or nothing, and once. Units that were sold since the plan was made stay sold.
   */
  applyImport(storeId: string, id: string, actor: Actor): Promise<ImportPlan | undefined>
}

const FIELDS: FieldName[] = ['name', 'description', 'price', 'imageUrl', 'archived']

type Variant = FileProduct['variants'][number]

const isSame = (one: Variant, other: Variant) =>
  one.size === other.size && one.colorName === other.colorName

/**
 * What makes the product that there is, if any, the product of the file; variants that the file
 * does not name stay.
 */
export function planProduct(file: FileProduct, current: FileProduct | undefined): ProductPlan {
  const { variants, ...fields } = file
  const planned = variants.map(({ stock, ...variant }) => {
    const known = current?.variants.find((one) => isSame(one, { stock, ...variant }))
    const delta = (stock ?? 0) - (known?.stock ?? 0)
    return { ...variant, stock, isNew: known === undefined, delta }
  })
  const differing = current ? FIELDS.filter((name) => file[name] !== current[name]) : []
  return {
    ...fields,
    isNew: current === undefined,
    before: Object.fromEntries(differing.map((name) => [name, current?.[name]])),
    variants: planned.filter(({ isNew, delta }) => isNew || delta !== 0),
  }
}

/** The fields that are written. Those that were as in the file may have been changed since. */
export const changedFields = ({ isNew, before }: ProductPlan) =>
  FIELDS.filter((name) => isNew || name in before)

export const changesSomething = (plan: ProductPlan) =>
  changedFields(plan).length > 0 || plan.variants.length > 0
