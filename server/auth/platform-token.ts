import { timingSafeEqual } from 'node:crypto'
import { digestOf } from './api-keys.ts'

/** Compares digests in constant time and with all tokens, so that the delay reveals nothing. */
export const isPlatformToken = (given: string, tokens: string[]) =>
  tokens.filter((token) => timingSafeEqual(digestOf(given), digestOf(token))).length > 0

/** How often a network may send a wrong token. */
export const WRONG_TOKENS = { purpose: 'platform-token', rate: { perSecond: 1 / 3, burst: 20 } }
