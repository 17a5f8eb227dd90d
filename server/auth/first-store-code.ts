import { timingSafeEqual } from 'node:crypto'
import { digestOf } from './api-keys.ts'
import { deriveFirstStoreBytes } from './key-material.ts'
import { readBase32, toBase32 } from './random.ts'

/** 140 bits. */
const LENGTH = 28

/**
 * What creates the first store in a browser, as an operator reads it in the log:
 * `7K3M-9QX2-RT5B-0ZVN-…`. All processes of a service have the same; another database has another.
 */
export const firstStoreCode = (material: string, serviceId: string) =>
  toBase32(deriveFirstStoreBytes(material, serviceId, LENGTH)).replaceAll(/.{4}(?=.)/g, '$&-')

const withoutGroups = (typed: string) => readBase32(typed).replaceAll(/[\s-]/g, '')

/** Compares digests in constant time and with all codes. */
export const isFirstStoreCode = (typed: string, codes: string[]) =>
  codes.filter((code) =>
    timingSafeEqual(digestOf(withoutGroups(typed)), digestOf(withoutGroups(code))),
  ).length > 0
