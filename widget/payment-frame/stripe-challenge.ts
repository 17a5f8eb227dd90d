import type { StripeTexts } from '../i18n/language.ts'
import type { StripeText } from '../i18n/stripe-en.ts'

type Page = { status: Element; again: HTMLElement; texts: StripeTexts }

/** The parts of the document that the server has written. */
function findPage(): Page | undefined {
  const status = document.querySelector('[role=status]')
  const again = document.querySelector('button')
  const texts = document.getElementById('texts')
  return status && again && texts
    ? { status, again, texts: JSON.parse(texts.textContent) }
    : undefined
}

function findStripe() {
  const { publishableKey } = document.body.dataset
  return publishableKey ? window.Stripe?.(publishableKey) : undefined
}

/**
 * Asks the bank's question. The server asks Stripe itself how it ended, so an answer that is lost
 * here does no harm.
 */
async function ask({ status, again, texts }: Page) {
  const say = (text: StripeText) => {
    status.textContent = texts[text]
    again.hidden = text !== 'bank.unreachable'
  }
  const stripe = findStripe()
  if (!stripe) return say('bank.unreachable')
  const { error } = await stripe
    .handleNextAction({ clientSecret: location.hash.slice(1) })
    .catch(() => ({ error: undefined }))
  if (error?.type === 'api_connection_error') return say('bank.unreachable')
  await fetch(location.pathname, { method: 'POST' }).catch(() => undefined)
  say('bank.done')
  if (parent !== window) parent.postMessage({ t: 'hc:challenge-done' }, '*')
}

const page = findPage()
if (page) {
  page.again.addEventListener('click', () => location.reload())
  void ask(page)
}
