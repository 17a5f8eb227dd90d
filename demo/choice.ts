import type { CheckoutApi } from './checkout-api.ts'

/** What the buyer chose on a product page. */
export type Choice = { size: string | null; color: string | null; quantity: number }

export const toChoice = (fields: URLSearchParams): Choice => ({
  size: fields.get('size'),
  color: fields.get('color'),
  quantity: Number(fields.get('quantity') ?? 1),
})

/**
 * The product page with this choice made. A buyer who leaves the checkout or meets a problem comes
 * back to it.
 */
export function productPath(slug: string, { size, color, quantity }: Choice, problem?: string) {
  const query = new URLSearchParams()
  if (size !== null) query.set('size', size)
  if (color !== null) query.set('color', color)
  if (quantity > 1) query.set('quantity', String(quantity))
  if (problem) query.set('problem', problem)
  return `/products/${encodeURIComponent(slug)}${query.size > 0 ? `?${query.toString()}` : ''}`
}

/**
 * Creates a checkout session with the secret key. The shop sends no price, because the service
 * knows it.
 */
export async function createSession(
  api: CheckoutApi,
  shopUrl: string,
  { slug, choice }: { slug: string; choice: Choice },
) {
  const { size, color, quantity } = choice
  const { url } = await api.createSession({
    items: [
      { product: slug, quantity, ...(size !== null && { size }), ...(color !== null && { color }) },
    ],
    successUrl: `${shopUrl}/success`,
    cancelUrl: shopUrl + productPath(slug, choice),
    metadata: { product: slug, size, color },
  })
  return { url, session: url.slice(url.lastIndexOf('/') + 1) }
}
