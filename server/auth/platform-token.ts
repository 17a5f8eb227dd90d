import { timingSafeEqual } from 'node:crypto'
import { digestOf } from './api-keys.ts'

/** Compares digests in constant time and with all tokens, so that the delay reveals nothing. */
export const isPlatformToken = (given: string, tokens: string[]) =>
  tokens.filter((token) => timingSafeEqual(digestOf(given), digestOf(token))).length > 0
