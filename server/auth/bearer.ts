const MAX_LENGTH = 128

/**
 * The token of an `Authorization` header of exactly `Bearer`, a space, and text without spaces;
 * undefined for anything else.
 */
export function parseBearer(header: string, { maxLength = MAX_LENGTH } = {}) {
  const token = /^Bearer ([\x21-\x7e]+)$/.exec(header)?.[1]
  return token !== undefined && token.length <= maxLength ? token : undefined
}
