import { randomInt } from 'node:crypto'
import type { Purchase } from './buyers.ts'
import type { Shop, SignedIn } from '../service/shop.ts'

/** Where an attack takes place; what an attacker of its kind can know. */
export type Ground = {
  port: number
  /** The store that ordinary buyers buy at meanwhile. */
  shop: Shop
  /** A member of another store who means harm. */
  member: SignedIn
}

/** How an attack goes on: it counts its answers, and ends when it is told to. */
export type Course = {
  isOver: () => boolean
  /** Resolves when it is over. */
  over: Promise<void>
  count: (status: number) => void
}

export type Attack = {
  name: string
  /** What its buyers buy, and with which kind of key their sessions are created. */
  buyers: Pick<Purchase, 'product' | 'kind'>
  run: (ground: Ground, course: Course) => Promise<void>
}

/** How many units there are of `scarce`, which takers want to hold. */
export const SCARCE_UNITS = 250

export const PRODUCTS = [
  { slug: 'mug', stock: 1_000_000 },
  { slug: 'scarce', stock: SCARCE_UNITS },
]

/** Somewhere on the internet: 16 million of them. */
export const anyAddress = () => `100.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** One of so many. */
export const oneAddressOf = (count: number) => {
  const index = randomInt(count)
  return `192.0.${2 + Math.floor(index / 250)}.${1 + (index % 250)}`
}
