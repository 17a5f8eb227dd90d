const MAX_LENGTH = 128

/**
 * The token of an `Authorization` header: the scheme `Bearer` in any case, white space
 * (RFC 9110, 11.1), and text without any; undefined for anything else.
 */
export function parseBearer(header: string, { maxLength = MAX_LENGTH } = {}) {
  const token = /^Bearer[ \t]+([\x21-\x7e]+)$/i.exec(header)?.[1]
  return token !== undefined && token.length <= maxLength ? token : undefined
}
