/**
 * A network that contains a client's address. `key` identifies it. A wide network may have many
 * customers, so it may do `allowance` times what a single customer may.
 */
export type ClientNetwork = { key: string; allowance: number }
