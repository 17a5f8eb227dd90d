import type { Plugin } from 'vite'
import type { TestPaymentMethodResponse } from '../server/contract/test-provider.ts'
import { renderTestFrame } from '../server/payments/test/test-frame-page.ts'
import { fieldErrors, frameFields } from '../widget/styles/fields.styles.ts'
import { frame } from '../widget/styles/frame.styles.ts'

/** For a frame in which the test itself speaks. */
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

/** Its answer gets lost on the way. */
const LOST_CARD = '4000000000000127'

/** How a card is refused; every other one is taken. */
const STATUS_OF_CARD: Record<string, number> = {
  '5555555555554444': 400,
  '378282246310005': 429,
  '6011111111111117': 500,
}

const ANSWER: TestPaymentMethodResponse = { paymentMethod: 'pm_test_component' }

/** What answers for a checkout's script, by its folder; the last answer stays. */
const SCRIPTS: Record<string, (string | undefined)[]> = {
  missing: [undefined],
  other: ['export const other = true'],
  late: [
    undefined,
    "customElements.define('hosted-checkout', class extends HTMLElement { static version = 'late' })",
  ],
}

/**
 * What component tests frame: the page that they run in can answer for itself, a frame's document
 * has to come from somewhere.
 */
export const frameDocuments = (): Plugin => ({
  name: 'frame-documents',
  configureServer({ middlewares }) {
    middlewares.use('/checkout-script', ({ url = '' }, response) => {
      const answers = SCRIPTS[url.split('/')[1] ?? ''] ?? []
      const script = answers.length > 1 ? answers.shift() : answers[0]
      if (script === undefined) response.writeHead(503).end()
      else response.setHeader('content-type', 'text/javascript').end(script)
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
