import { timingSafeEqual } from 'node:crypto'
import { digestOf } from './api-keys.ts'

/** Compares digests in constant time, so that an answer's delay tells nothing about the token. */
export const isPlatformToken = (given: string, token: string) =>
  timingSafeEqual(digestOf(given), digestOf(token))
