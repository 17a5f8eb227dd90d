import type { Mounting } from './mounting.ts'

/** Said in plain text: what draws everything else may be what broke. */
export function showBroken({ checkout, draw, onState, tellError, ui }: Mounting, error: unknown) {
  console.error(error)
  const text = document.createElement('p')
  text.role = 'alert'
  text.textContent = ui.t('error.broken')
  draw(text)
  checkout.state = { type: 'error', code: 'internal' }
  onState(checkout.state)
  tellError('internal', `The checkout broke: ${String(error)}`)
}
