import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBuilder } from 'vite'
import { aView } from '../../widget/test/a-view.ts'
import { renderHostedPage, textOf } from '../hosted/hosted-page.ts'
import { renderTestFrame } from '../payments/test/test-frame-page.ts'
import { createNonce } from './security-headers.ts'
import { loadWidgetAssets } from './widget-assets.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'hosted-checkout-widget-'))
const read = (fileName: string) => readFileSync(join(directory, fileName))

beforeAll(async () => {
  const outDir = { build: { outDir: directory, emptyOutDir: false } }
  const environments = {
    client: outDir,
    paymentFrame: outDir,
    stripeFrame: outDir,
    storeApp: outDir,
    stripeChallenge: outDir,
  }
  const builder = await createBuilder({ root: project, logLevel: 'error', environments })
  await builder.buildApp()
}, 60_000)
afterAll(() => rmSync(directory, { recursive: true }))

describe('contract §5: the built script', () => {
  test('can be imported in Node, where it does nothing', () => {
    const address = pathToFileURL(join(directory, 'hosted-checkout.js')).href
    const importing = `await import(${JSON.stringify(address)})`
    expect(
      execFileSync(process.execPath, ['--input-type=module', '--eval', importing], {
        encoding: 'utf8',
      }),
    ).toBe('')
  })
  test('is listed with the SRI hash of what is served, under both addresses', () => {
    const { published, script } = loadWidgetAssets(pathToFileURL(`${directory}/`))
    const integrity = `sha384-${createHash('sha384').update(read('hosted-checkout.js')).digest('base64')}`
    expect(published.files).toEqual({
      'hosted-checkout.js': integrity,
      [script.fileName]: integrity,
    })
    expect(script.integrity).toBe(integrity)
    expect(script.fileName).toMatch(/^hosted-checkout-\d+\.\d+\.\d+-[0-9a-f]{10}\.js$/)
  })
  test('is compressed beforehand', () => {
    const script = read('hosted-checkout.js')
    expect(brotliDecompressSync(read('hosted-checkout.js.br')).equals(script)).toBe(true)
    expect(gunzipSync(read('hosted-checkout.js.gz')).equals(script)).toBe(true)
  })
})

describe('checkout-page §1: security: the scripts of the payment frame', () => {
  test('can stand inside a script element, and write no HTML', () => {
    const { framePage } = loadWidgetAssets(pathToFileURL(`${directory}/`))
    for (const name of ['payment-frame', 'stripe-frame', 'stripe-challenge']) {
      expect(framePage(name).script).not.toMatch(/<\/script|<!--|innerHTML|insertAdjacentHTML/i)
    }
  })
})

describe('checkout-page §1: what a buyer loads, compressed', () => {
  const sizes = () => {
    const assets = loadWidgetAssets(pathToFileURL(`${directory}/`))
    const page = { assets, nonce: createNonce() }
    const script = read('hosted-checkout.js.br').byteLength
    const frame = brotliCompressSync(
      renderTestFrame({ ...page, parentOrigins: ['https://pay.example'] }),
    ).byteLength
    const html = renderHostedPage({
      ...page,
      view: aView(),
      checkoutUrl: 'https://pay.example/checkout',
      language: 'en',
      takesPlainCards: true,
    })
    return {
      script,
      frame,
      'hosted page': brotliCompressSync(textOf(html)).byteLength + script + frame,
    }
  }
  test.each([
    ['script', 15_900],
    ['frame', 3_072],
    ['hosted page', 24_400],
  ] as const)('the %s takes at most %i bytes', (what, most) => {
    const size = sizes()[what]
    expect(
      size,
      `The ${what} is ${size} bytes, ${size - most} more than its budget of ${most}: find what grew.`,
    ).toBeLessThanOrEqual(most)
  })
})
