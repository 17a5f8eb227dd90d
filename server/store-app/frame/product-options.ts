/** What a list can be narrowed to. */
export type ProductChoice = { slug: string; name: string }

/**
 * The options of a field that narrows a list to a product. A product that is not among the choices
 * stays chosen; an empty value is no product.
 */
export const productOptions = (products: ProductChoice[], chosen: string) => [
  { value: '', text: 'All products' },
  ...products.map(({ slug, name }) => ({ value: slug, text: name })),
  ...(chosen === '' || products.some(({ slug }) => slug === chosen)
    ? []
    : [{ value: chosen, text: chosen }]),
]
