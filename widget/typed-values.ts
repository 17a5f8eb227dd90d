import type { FieldName } from './checkout-state.ts'

/** What the buyer entered, never anything of the card. */
export type TypedValues = Partial<Record<FieldName | 'option', string>>

const keyOf = (session: string) => `hosted-checkout:${session}`

/**
 * For a reload or a way back in this tab. Storage may be full or forbidden: then the values live as
 * long as the page.
 */
export function keepTyped(session: string, values: TypedValues) {
  try {
    sessionStorage.setItem(keyOf(session), JSON.stringify(values))
  } catch {
    return
  }
}

export function findTyped(session: string): TypedValues | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(session)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function forgetTyped(session: string) {
  try {
    sessionStorage.removeItem(keyOf(session))
  } catch {
    return
  }
}
