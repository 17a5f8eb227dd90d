import { isSameVariant } from '../../contract/names.ts'

/**
 * A product as files have it. `stock` is the count on hand with units held for payments; below 0
 * when too many were sold, and null when the file does not say it of a new variant.
 */
export type FileProduct = {
  slug: string
  name: string
  description: string | null
  imageUrl: string | null
  price: number
  archived: boolean
  withdrawalDays: number
  withdrawalReason: string | null
  variants: { size: string | null; colorName: string | null; stock: number | null }[]
}

type Fields = Omit<FileProduct, 'variants'>

export type FieldName = Exclude<keyof Fields, 'slug'>

/** What a file changes of a product: the fields that differ, and the stock as a difference. */
export type ProductPlan = Fields & {
  isNew: boolean
  /** The old values of the changed fields. */
  before: Partial<Fields>
  variants: {
    size: string | null
    colorName: string | null
    isNew: boolean
    stock: number | null
    delta: number
  }[]
}

/** All changes of a file, with the currency of its prices. */
export type ImportPlan = { currency: string; products: ProductPlan[]; unchanged: number }

const FIELDS: FieldName[] = [
  'name',
  'description',
  'price',
  'imageUrl',
  'archived',
  'withdrawalDays',
  'withdrawalReason',
]

/** What turns the existing product into the file's. Variants it does not name stay. */
export function planProduct(file: FileProduct, current: FileProduct | undefined): ProductPlan {
  const { variants, ...fields } = file
  const planned = variants.map(({ stock, ...variant }) => {
    const known = current?.variants.find(isSameVariant(variant))
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

/** Only these are written: other fields may have changed since the plan was made. */
export const changedFields = ({ isNew, before }: ProductPlan) =>
  FIELDS.filter((name) => isNew || name in before)

export const changesSomething = (plan: ProductPlan) =>
  changedFields(plan).length > 0 || plan.variants.length > 0
