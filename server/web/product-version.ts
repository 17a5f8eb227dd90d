import { createHash } from 'node:crypto'

/** The entity tag of a product as a caller reads it; it covers all of `shown`. */
export const versionOf = (shown: object) =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`

/** Whether `If-Match` names this version (RFC 9110 §13.1.1). A weak tag matches none. */
export const isMatch = (ifMatch: string, version: string) =>
  ifMatch.trim() === '*' ||
  [...ifMatch.matchAll(/(W\/)?("[^"]*")/g)].some(
    ([, weak, tag]) => weak === undefined && tag === version,
  )
