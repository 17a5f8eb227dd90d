/**
 * Runs in the frame of the double's fields, on the double's own origin. It is sent as text, so it
 * uses nothing from outside.
 */
export function runElementDouble() {
  const byId = <Type extends HTMLElement>(id: string) => document.getElementById(id) as Type
  const digitsIn = (id: string) => byId<HTMLInputElement>(id).value.replace(/\D/g, '')
  const PROBLEMS = [
    {
      id: 'number',
      digits: 16,
      code: 'incomplete_number',
      message: 'Your card number is incomplete.',
    },
    {
      id: 'expiry',
      digits: 4,
      code: 'incomplete_expiry',
      message: 'Your card’s expiration date is incomplete.',
    },
    {
      id: 'cvc',
      digits: 3,
      code: 'incomplete_cvc',
      message: 'Your card’s security code is incomplete.',
    },
  ]
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [sheet]

  function findProblem() {
    const problems = PROBLEMS.filter(({ id, digits }) => digitsIn(id).length !== digits)
    for (const { id } of PROBLEMS) {
      const message = problems.find((problem) => problem.id === id)?.message ?? ''
      byId(`${id}-error`).textContent = message
      byId(id).classList.toggle('Input--invalid', message !== '')
      byId(id).ariaInvalid = message ? 'true' : null
    }
    const [first] = problems
    return first && { type: 'validation_error', code: first.code, message: first.message }
  }

  function dress({
    variables,
    rules,
  }: {
    variables: Record<string, string>
    rules: Record<string, Record<string, string>>
  }) {
    const css = (declarations: Record<string, string>) =>
      Object.entries(declarations)
        .map(
          ([name, value]) =>
            `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`,
        )
        .join('; ')
    const { colorText, colorBackground, fontFamily, fontSizeBase, gridRowSpacing, borderRadius } =
      variables
    sheet.replaceSync(`* { box-sizing: border-box } body { margin: 0; background: ${colorBackground}; color: ${colorText}; font: ${fontSizeBase}/1.5 ${fontFamily} }
      form { display: grid; grid-template-columns: 1fr 1fr; gap: ${gridRowSpacing}; padding: 4px } p { margin: 0 } .number { grid-column: 1 / -1 }
      label { display: block; margin-block-end: 4px } input { inline-size: 100%; min-block-size: 48px; color: inherit; font: inherit;
      background: ${colorBackground}; border-radius: ${borderRadius} } .Error { display: block; font-size: 14px }
      ${Object.entries(rules)
        .map(([selector, declarations]) => `${selector} { ${css(declarations)} }`)
        .join('\n')}`)
  }

  addEventListener('message', ({ data, ports: [port] }) => {
    if (data !== 'port' || !port) return
    const measure = () => port.postMessage({ height: document.body.offsetHeight })
    new ResizeObserver(measure).observe(document.body)
    port.onmessage = ({ data: { type, id, appearance, dir, amount } }) => {
      if (type === 'look') {
        document.dir = dir
        document.body.dataset['amount'] = amount
        dress(appearance)
      } else if (type === 'focus') byId('number').focus()
      else {
        const error = findProblem()
        port.postMessage(
          error
            ? { id, error }
            : {
                id,
                token: `ctoken_${digitsIn('number')}_${crypto.randomUUID().replaceAll('-', '')}`,
              },
        )
      }
    }
    document.addEventListener('input', () => port.postMessage({ event: 'change' }))
  })
}

/** Runs in the frame of the double's wallet: its button, and what the browser itself would show. */
export function runWalletDouble() {
  const sheet = document.querySelector('section')!
  document.body.style.margin = '0'
  addEventListener('message', ({ data, ports: [port] }) => {
    if (data !== 'port' || !port) return
    port.onmessage = ({ data: { open, amount, rates } }) => {
      sheet.hidden = !open
      if (!open) return
      document.querySelector('p')!.textContent = `Pay ${amount}`
      const buttons = rates.map(({ id, displayName }: { id: string; displayName: string }) => {
        const button = document.createElement('button')
        button.name = id
        button.textContent = displayName
        return button
      })
      document.querySelector('div')!.replaceChildren(...buttons)
    }
    document.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement) port.postMessage(target.name)
    })
  })
}

/** Runs in the page of the double's bank. */
export function runBankDouble() {
  const clientSecret = location.hash.slice(1)
  async function tell(answer: string) {
    const { ok } = await fetch('/bank', {
      method: 'POST',
      body: JSON.stringify({ clientSecret, answer }),
    })
    const error = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' }
    parent.postMessage(ok && answer === 'complete' ? {} : { error }, '*')
  }
  document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) void tell(target.name)
  })
}
