import { timingSafeEqual } from 'node:crypto'
import { digestOf } from './api-keys.ts'

/**
 * Whether it is one of the tokens. Compares digests in constant time, and with all of them, so that
 * an answer's delay tells nothing about any.
 */
export const isPlatformToken = (given: string, tokens: string[]) =>
  tokens.filter((token) => timingSafeEqual(digestOf(given), digestOf(token))).length > 0
