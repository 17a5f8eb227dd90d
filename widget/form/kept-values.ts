import type { TypedValues } from './typed-values.ts'

/**
 * What was typed for a session, by what it was shown for: a framework may make a new node of the same
 * element. It lives as long as the page.
 */
export const keptValues = new Map<string, TypedValues>()
