import type { CardAnswer } from './messages.ts'

/**
 * What the buyer pays by, where the store takes more than cards; the sheet shows what belongs to the
 * choice. Each answers with nothing when that is a card. Undefined where there is nothing to choose.
 */
export function findMethods() {
  const methods = document.querySelector('#methods')
  if (!methods) return undefined
  const code = document.querySelector<HTMLInputElement>('#code')!
  const chosen = () => methods.querySelector<HTMLInputElement>(':checked')!
  const digits = () => code.value.replace(/\D/g, '')

  /** What is wrong with the code, said at it. */
  function judge() {
    const message =
      chosen().value === 'blik' && digits().length !== 6 ? code.dataset['missing']! : ''
    document.querySelector('#code-error')!.textContent = message
    code.ariaInvalid = message ? 'true' : null
    return message
  }
  code.addEventListener('input', () => {
    if (code.ariaInvalid) judge()
  })

  const unlessCard = <Result>(act: () => Result) => (chosen().value === 'card' ? undefined : act())

  return {
    focus: () =>
      unlessCard(() => {
        const control = chosen().value === 'blik' ? code : chosen()
        control.focus()
        return true
      }),

    check: (id: number) =>
      unlessCard(async (): Promise<CardAnswer> => {
        const message = judge()
        return { t: 'invalid', id, errors: message ? [{ field: 'number', message }] : [] }
      }),

    token: (id: number) =>
      unlessCard(async (): Promise<CardAnswer> => {
        const { value } = chosen()
        return { t: 'token', id, paymentMethod: value === 'blik' ? `blik:${digits()}` : value }
      }),
  }
}
