/** What a list can be narrowed to. */
export type ProductChoice = { slug: string; name: string }

/**
 * For a list that can be narrowed to a product. One that is not among the choices stays chosen;
 * empty is none.
 */
export const productOptions = (products: ProductChoice[], chosen: string) => [
  { value: '', text: 'All products' },
  ...products.map(({ slug, name }) => ({ value: slug, text: name })),
  ...(chosen === '' || products.some(({ slug }) => slug === chosen)
    ? []
    : [{ value: chosen, text: chosen }]),
]
