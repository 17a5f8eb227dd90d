import { timingSafeEqual } from 'node:crypto'
import { digestOf } from './api-keys.ts'
import { deriveFirstStoreBytes } from './key-material.ts'
import { readBase32, toBase32 } from './random.ts'

/** Compares digests in constant time and with all secrets, so that the delay reveals nothing. */
const isOneOf = (given: string, secrets: string[]) =>
  secrets.filter((secret) => timingSafeEqual(digestOf(given), digestOf(secret))).length > 0

export const isPlatformToken = (given: string, tokens: string[]) => isOneOf(given, tokens)

/** How often a network may send a wrong token. */
export const WRONG_TOKENS = { purpose: 'platform-token', rate: { perSecond: 1 / 3, burst: 20 } }

/** 140 bits. */
const CODE_LENGTH = 28

/**
 * What creates the first store in a browser, as an operator reads it in the log:
 * `7K3M-9QX2-RT5B-0ZVN-…`. All processes of a service have the same; another database has another.
 */
export const firstStoreCode = (material: string, serviceId: string) =>
  toBase32(deriveFirstStoreBytes(material, serviceId, CODE_LENGTH)).replaceAll(/.{4}(?=.)/g, '$&-')

const withoutGroups = (typed: string) => readBase32(typed).replaceAll(/[\s-]/g, '')

export const isFirstStoreCode = (typed: string, codes: string[]) =>
  isOneOf(withoutGroups(typed), codes.map(withoutGroups))
