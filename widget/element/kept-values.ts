import type { TypedValues } from './typed-values.ts'

/**
 * What was typed, by the session that was shown. It outlives the element, because a framework may
 * replace that by a new one. It ends with the page.
 */
export const keptValues = new Map<string, TypedValues>()
