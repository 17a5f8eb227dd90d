import type { StripeTexts } from '../i18n/language.ts'
import type { StripeText } from '../i18n/stripe-en.ts'

const { publishableKey } = document.body.dataset
const again = document.querySelector('button')!
const texts: StripeTexts = JSON.parse(document.getElementById('texts')!.textContent)

function say(text: StripeText) {
  document.querySelector('[role=status]')!.textContent = texts[text]
  again.hidden = text !== 'bank.unreachable'
}

/**
 * The bank's question; what came of it the server asks Stripe itself, and so it does not matter how
 * the answer got lost here.
 */
async function ask() {
  const stripe = window.Stripe?.(publishableKey!)
  if (!stripe) return say('bank.unreachable')
  const { error } = await stripe
    .handleNextAction({ clientSecret: location.hash.slice(1) })
    .catch(() => ({ error: undefined }))
  if (error?.type === 'api_connection_error') return say('bank.unreachable')
  await fetch(location.pathname, { method: 'POST' }).catch(() => undefined)
  say('bank.done')
  if (parent !== window) parent.postMessage({ t: 'hc:challenge-done' }, '*')
}

again.addEventListener('click', () => location.reload())
void ask()
