import type { Plugin } from 'vite'
import type { TestPaymentMethodResponse } from '../server/contract/test-provider.ts'
import { renderTestFrame } from '../server/payments/test/test-frame-page.ts'
import { fieldErrors, frameFields } from '../widget/styles/fields.styles.ts'
import { frame } from '../widget/styles/frame.styles.ts'

/** For a frame that the test itself speaks for. */
const BLANK = '<!doctype html><html lang="en"><title>Blank</title></html>'

const cardFields = (parentOrigins: string[]) =>
  renderTestFrame({
    assets: {
      framePage: () => ({
        styles: frameFields + fieldErrors + frame,
        script: "import '/widget/payment-frame/test-frame.ts'",
      }),
    },
    nonce: '',
    parentOrigins,
    isTest: false,
    language: 'en',
  })

/** The answer to this card is lost. */
const LOST_CARD = '4000000000000127'

/** Scripts of the page's own origin run, and of other origins those with its nonce. */
const POLICY = "script-src 'self' 'nonce-of-this-page'"

const WITH_POLICY =
  '<!doctype html><html lang="en"><title>With a policy</title><script type="module" src="/with-policy/page.js"></script>'

/** Vitest lets each `import()` pass through its runner. */
const SCRIPT_OF_POLICY = `import { loadHostedCheckout } from '/npm/load.ts'
Object.assign(window, {
  __vitest_browser_runner__: parent.__vitest_browser_runner__,
  load: loadHostedCheckout,
})`

/** How these cards are refused; all others are accepted. */
const STATUS_OF_CARD: Record<string, number> = {
  '5555555555554444': 400,
  '378282246310005': 429,
  '6011111111111117': 500,
}

const ANSWER: TestPaymentMethodResponse = { paymentMethod: 'pm_test_component' }

const DEFINES = (version: string) =>
  `customElements.define('hosted-checkout', class extends HTMLElement { static version = '${version}' })`

/** What is served as a checkout's script, by folder. The last answer is repeated. */
const SCRIPTS: Record<string, (string | undefined)[]> = {
  missing: [undefined],
  other: ['export const other = true'],
  late: [undefined, DEFINES('late')],
  first: [DEFINES('first')],
  second: [DEFINES('second')],
}

/** Serves the documents that component tests frame. */
export const frameDocuments = (): Plugin => ({
  name: 'frame-documents',
  configureServer({ middlewares }) {
    middlewares.use('/checkout-script', ({ url = '' }, response) => {
      const answers = SCRIPTS[url.split('/')[1] ?? ''] ?? []
      const script = answers.length > 1 ? answers.shift() : answers[0]
      if (script === undefined) response.writeHead(503).end()
      else
        response
          .setHeader('content-type', 'text/javascript')
          .setHeader('access-control-allow-origin', '*')
          .end(script)
    })
    middlewares.use('/with-policy/page.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript').end(SCRIPT_OF_POLICY)
    })
    middlewares.use('/with-policy', (_request, response) => {
      response
        .setHeader('content-type', 'text/html')
        .setHeader('content-security-policy', POLICY)
        .end(WITH_POLICY)
    })
    middlewares.use('/blank', (_request, response) => {
      response.setHeader('content-type', 'text/html').end(BLANK)
    })
    middlewares.use('/payment-frame/test-payment-methods', (request, response) => {
      request.setEncoding('utf8').once('data', (text: string) => {
        const { number }: { number: string } = JSON.parse(text)
        response.statusCode = STATUS_OF_CARD[number] ?? 200
        response.setHeader('content-type', 'application/json')
        if (number === LOST_CARD) request.destroy()
        else response.end(JSON.stringify(ANSWER))
      })
    })
    middlewares.use('/payment-frame', (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://frame')
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(cardFields(searchParams.getAll('origin')))
    })
  },
})
