const form = document.querySelector('form.order')
const button = form.querySelector('[data-pay-here]')
const section = document.querySelector('.pay-here')
const status = section.querySelector('[role=status]')
const template = section.querySelector('template')

const say = (...content) => status.replaceChildren(...content)

const link = (text, href) =>
  Object.assign(document.createElement('a'), { className: 'link', textContent: text, href })

/** The shop's server creates the session, so the secret key never comes here. */
async function createSession() {
  const response = await fetch(form.dataset.session, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

async function showPayment() {
  const { session, url } = await createSession()
  const checkout =
    section.querySelector('hosted-checkout') ?? template.content.cloneNode(true).firstElementChild
  checkout.setAttribute('session', session)
  checkout.querySelector('a')?.setAttribute('href', url)
  if (!checkout.isConnected) section.append(checkout)
}

async function attempt(action) {
  if (button.getAttribute('aria-busy') === 'true') return
  button.setAttribute('aria-busy', 'true')
  try {
    await action()
  } catch (error) {
    say(
      error instanceof TypeError
        ? 'The shop does not answer. Try again in a moment.'
        : error.message,
    )
  } finally {
    button.removeAttribute('aria-busy')
  }
}

button.hidden = false
button.addEventListener('click', () => {
  if (button.getAttribute('aria-disabled') === 'true' || !form.reportValidity()) return
  void attempt(async () => {
    section.hidden = false
    say()
    section.querySelector('h2').focus()
    section.scrollIntoView()
    await showPayment()
  })
})

section.addEventListener('hc-complete', ({ target }) => {
  const id = encodeURIComponent(target.getAttribute('session'))
  say('Paid, says this page. ', link('See what our server says', `/success?session_id=${id}`))
})

const renew = () =>
  attempt(async () => {
    await showPayment()
    say('The payment window had ended. Here is a new one.')
  })

section.addEventListener('hc-expired', (event) => {
  event.preventDefault()
  // A hidden tab needs no new session.
  if (document.hidden)
    document.addEventListener('visibilitychange', () => void renew(), { once: true })
  else void renew()
})

section.addEventListener('hc-unavailable', () => {
  say(
    'It sold out while you were here. You were not charged. ',
    link('See what is left', location.pathname),
  )
})

section.addEventListener('hc-error', () => {
  const url = section.querySelector('hosted-checkout a')?.href
  const way = url ? link('Pay on the secure payment page', url) : 'Use “Buy now” instead.'
  say('The payment form could not be shown here. ', way)
})

section.addEventListener('hc-cancel', (event) => {
  event.preventDefault()
  section.hidden = true
  button.focus()
})
