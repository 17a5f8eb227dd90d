import { randomInt } from 'node:crypto'
import type { Purchase } from './buyers.ts'
import { MUGS, type Shop, type SignedIn } from '../buyer/shop.ts'

/** What an attack needs, and an attacker of its kind can know. */
export type Target = {
  port: number
  /** The store that ordinary buyers buy from meanwhile. */
  shop: Shop
  /** A member of another store, who attacks. */
  member: SignedIn
}

/** The course of an attack, which counts its answers and ends when told. */
export type Course = {
  isOver: () => boolean
  /** Resolves when it is over. */
  over: Promise<void>
  count: (status: number) => void
}

export type Attack = {
  name: string
  /** What its buyers buy, and which kind of key creates their sessions. */
  buyers: Pick<Purchase, 'product' | 'kind'>
  run: (target: Target, course: Course) => Promise<void>
}

/** How many units of `scarce` there are, which takers want to hold. */
export const SCARCE_UNITS = 250

export const PRODUCTS = [MUGS, { slug: 'scarce', stock: SCARCE_UNITS }]

/** One of 16 million addresses. */
export const anyAddress = () => `100.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** One of `count` addresses. */
export const oneAddressOf = (count: number) => {
  const index = randomInt(count)
  return `192.0.${2 + Math.floor(index / 250)}.${1 + (index % 250)}`
}
