import { createHash } from 'node:crypto'
import type { StoredProduct } from '../../contract/platform/platform.ts'

/**
 * The entity tag covers all that a merchant writes. It leaves out reservations: they change by
 * themselves and are no reason to refuse a write.
 */
export function versionOf(product: StoredProduct) {
  const { slug, name, description, imageUrl, price, currency, archived, variants } = product
  const { withdrawalDays, withdrawalReason, safety } = product
  const content = [
    [withdrawalDays, withdrawalReason, ...(safety ? [safety] : [])],
    [slug, name, description, imageUrl, price, currency, archived],
    ...variants.map(({ size, colorName, stock }) => [size, colorName, stock]),
  ]
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  return `"${digest.slice(0, 22)}"`
}

/** Whether `If-Match` names this product (RFC 9110 §13.1.1). A weak tag matches none. */
export const isMatch = (ifMatch: string, product: StoredProduct | undefined) =>
  product !== undefined &&
  (ifMatch.trim() === '*' ||
    [...ifMatch.matchAll(/(W\/)?("[^"]*")/g)].some(
      ([, weak, tag]) => weak === undefined && tag === versionOf(product),
    ))
