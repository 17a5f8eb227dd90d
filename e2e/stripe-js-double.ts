import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { installStripeDouble } from './stripe-js-double-client.ts'
import { runBankDouble, runElementDouble, runWalletDouble } from './stripe-js-double-frames.ts'

/** A script that calls this function. */
const asScript = (run: (...values: never[]) => void, ...values: unknown[]) =>
  `(${run.toString()})(${values.map((value) => JSON.stringify(value)).join(', ')})`

const page = (
  title: string,
  body: string,
  run: () => void,
) => `<!doctype html><html lang="en" style="background: white"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>${body}<script>${asScript(run)}</script></body></html>`

const field = (
  id: string,
  label: string,
  autocomplete: string,
) => `<p class="${id}"><label class="Label" for="${id}">${label}</label>
<input class="Input" id="${id}" autocomplete="${autocomplete}" inputmode="numeric" aria-describedby="${id}-error">
<span class="Error" id="${id}-error" role="alert"></span></p>`

const ELEMENT = page(
  'Secure payment input frame',
  `<form>${field('number', 'Card number', 'cc-number')}
${field('expiry', 'Expiration date', 'cc-exp')}${field('cvc', 'Security code', 'cc-csc')}</form>`,
  runElementDouble,
)

const WALLET = page(
  'Wallet',
  `<button name="press" style="block-size: 48px; inline-size: 100%">Double Pay</button>
<section hidden><p></p><div></div><button name="confirm">Confirm</button> <button name="cancel">Cancel</button></section>`,
  runWalletDouble,
)

const BANK = page(
  'Bank',
  `<h1>Double of a bank</h1><p>Is this you?</p>
<button name="complete">Complete</button> <button name="fail">Fail</button>`,
  runBankDouble,
)

/**
 * A double of Stripe.js on an origin of its own, instead of js.stripe.com. It has only what
 * our pages call. It turns card numbers into tokens that the double of the API knows, and tells
 * that one at `controlUrl` what the buyer answered the bank.
 */
export async function startStripeJsDouble(controlUrl: string) {
  const server = createServer((request, response) => {
    const send = (type: string, body: string) =>
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body)
    const { pathname } = new URL(request.url ?? '/', 'http://double')
    if (pathname === '/stripe.js')
      return send(
        'text/javascript',
        asScript(installStripeDouble, `http://${request.headers.host}`),
      )
    if (pathname === '/element') return send('text/html', ELEMENT)
    if (pathname === '/wallet') return send('text/html', WALLET)
    if (pathname !== '/bank') return response.writeHead(404).end()
    if (request.method !== 'POST') return send('text/html', BANK)
    return void text(request)
      .then((body) => fetch(controlUrl, { method: 'POST', body }))
      .then(
        ({ status }) => response.writeHead(status).end(),
        () => response.writeHead(502).end(),
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stripe.js`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
