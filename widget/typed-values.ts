import type { FieldName } from './checkout-state.ts'

/** What the buyer entered, never anything of the card. */
export type TypedValues = Partial<Record<FieldName | 'option' | 'country', string>>

const keyOf = (session: string) => `hosted-checkout:${session}`

/** Storage may be full or forbidden: then the values live as long as the page. */
function inStorage<Result>(use: (storage: Storage) => Result) {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}

/** For a reload or a way back in this tab. */
export const keepTyped = (session: string, values: TypedValues) =>
  inStorage((storage) => storage.setItem(keyOf(session), JSON.stringify(values)))

export const findTyped = (session: string): TypedValues | null | undefined =>
  inStorage((storage) => JSON.parse(storage.getItem(keyOf(session)) ?? 'null'))

export const forgetTyped = (session: string) =>
  inStorage((storage) => storage.removeItem(keyOf(session)))
