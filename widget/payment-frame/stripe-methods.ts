import type { CardAnswer } from '../element/messages.ts'

/**
 * The way to pay that the buyer has chosen, in a store that takes more than cards. The sheet shows
 * what belongs to it. For a card each function answers with nothing. `undefined` where there is
 * nothing to choose.
 */
export function findMethods() {
  const methods = document.querySelector('#methods')
  const code = document.querySelector<HTMLInputElement>('#code')
  const error = document.querySelector('#code-error')
  if (!methods || !code || !error) return undefined
  const chosen = () => methods.querySelector<HTMLInputElement>(':checked')
  const method = () => chosen()?.value ?? 'card'
  const digits = () => code.value.replace(/\D/g, '')

  /** Shows at the code what is wrong with it. */
  const judge = () => {
    const isWrong = method() === 'blik' && digits().length !== 6
    const message = (isWrong && code.dataset['missing']) || ''
    error.textContent = message
    code.ariaInvalid = message ? 'true' : null
    return message
  }
  code.addEventListener('input', () => {
    if (code.ariaInvalid) judge()
  })

  const unlessCard = <Result>(act: () => Result) => (method() === 'card' ? undefined : act())

  return {
    focus: () =>
      unlessCard(() => {
        const control = method() === 'blik' ? code : chosen()
        control?.focus()
        return true
      }),

    check: (id: number) =>
      unlessCard(async (): Promise<CardAnswer> => {
        const message = judge()
        return { t: 'invalid', id, errors: message ? [{ field: 'number', message }] : [] }
      }),

    token: (id: number) =>
      unlessCard(async (): Promise<CardAnswer> => {
        const by = method()
        return { t: 'token', id, paymentMethod: by === 'blik' ? `blik:${digits()}` : by }
      }),
  }
}
