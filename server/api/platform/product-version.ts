import { createHash } from 'node:crypto'
import type { PlatformProduct } from '../../contract/platform.ts'

/**
 * An entity tag of all that a product is. What payments hold of it is not part of it: that comes
 * and goes by itself and is no reason to refuse a write.
 */
export function versionOf(product: PlatformProduct) {
  const { slug, name, description, imageUrl, price, currency, archived, variants } = product
  const content = [
    [slug, name, description, imageUrl, price, currency, archived],
    ...variants.map(({ size, colorName, stock }) => [size, colorName, stock]),
  ]
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  return `"${digest.slice(0, 22)}"`
}

/**
 * Whether `If-Match` names the product as it is (RFC 9110 §13.1.1): `*` is any that there is, and a
 * weak tag never matches.
 */
export const isMatch = (ifMatch: string, product: PlatformProduct | undefined) =>
  product !== undefined &&
  (ifMatch.trim() === '*' ||
    [...ifMatch.matchAll(/(W\/)?("[^"]*")/g)].some(
      ([, weak, tag]) => weak === undefined && tag === versionOf(product),
    ))
