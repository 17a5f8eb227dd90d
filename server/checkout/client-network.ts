/**
 * A network that a client's address is in. `key` stands for it. A wider network may have more
 * customers, so it may do `allowance` times what a single customer may.
 */
export type ClientNetwork = { key: string; allowance: number }
