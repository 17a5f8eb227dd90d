import type { Mounting } from './mounting.ts'

/** Says it in plain text, without a template: whatever draws the rest may be what broke. */
export function showBroken({ checkout, draw, onState, emitError, ui }: Mounting, error: unknown) {
  console.error(error)
  const text = document.createElement('p')
  text.role = 'alert'
  text.textContent = ui.t('error.broken')
  draw(text)
  checkout.state = { type: 'error', code: 'internal' }
  onState(checkout.state)
  emitError('internal', `The checkout broke: ${String(error)}`)
}
