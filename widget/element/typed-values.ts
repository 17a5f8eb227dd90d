import type { FieldName } from '../session/checkout-state.ts'
import type { TotalBefore } from '../views/total-before.ts'

/** What the buyer entered and saw. Nothing of the card is ever in it. */
export type TypedValues = Partial<Record<FieldName | 'option' | 'country', string | undefined>> & {
  /** What a buyer was to pay before they started again in `session`. */
  before?: TotalBefore & { session: string }
}

const keyOf = (session: string) => `hosted-checkout:${session}`

/** Storage may be full or forbidden. Then the values live as long as the page. */
function inStorage<Result>(use: (storage: Storage) => Result) {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}

/** Keeps what was typed for a reload, or for a way back in this tab. */
export const keepTyped = (session: string, values: TypedValues) =>
  inStorage((storage) => storage.setItem(keyOf(session), JSON.stringify(values)))

export const findTyped = (session: string): TypedValues | null | undefined =>
  inStorage((storage) => JSON.parse(storage.getItem(keyOf(session)) ?? 'null'))

export const forgetTyped = (session: string) =>
  inStorage((storage) => storage.removeItem(keyOf(session)))

const QUERY = 'hosted-checkout:query'

/**
 * Keeps the language that the buyer has chosen on our own page, for the way back from another page.
 */
export const keepQuery = () => inStorage((storage) => storage.setItem(QUERY, location.search))

export const takeQuery = () =>
  inStorage((storage) => {
    const query = storage.getItem(QUERY)
    storage.removeItem(QUERY)
    return query
  })
