import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../widget/i18n/catalogues.ts'
import { aView } from '../../../widget/test/a-view.ts'
import { renderHostedPage, textOf } from '../../hosted/hosted-page.ts'
import { renderTestFrame } from '../../payments/test/test-frame-page.ts'
import { loadWidgetAssets } from './widget-assets.ts'

/** `npm test` has built it from these sources. */
const directory = fileURLToPath(new URL('../../../dist/widget', import.meta.url))
const IMMUTABLE = /^hosted-checkout-(?:\w+-)?\d+\.\d+\.\d+-[0-9a-f]{10}\.js$/
const SCRIPTS = [
  'hosted-checkout',
  'hosted-checkout-page',
  'hosted-checkout-outcomes',
  'hosted-checkout-button',
]

/** Under the address that never changes its content. */
const fileOf = (name: string) =>
  readdirSync(directory).find((fileName) => new RegExp(`^${name}-\\d.*\\.js$`).test(fileName))!

const read = (fileName: string) => readFileSync(join(directory, fileName))

describe('contract §5: the built script', () => {
  test.each(SCRIPTS)('the script %s can be imported in Node, where it does nothing', (name) => {
    const address = pathToFileURL(join(directory, fileOf(name))).href
    const importing = `await import(${JSON.stringify(address)})`
    expect(
      execFileSync(process.execPath, ['--input-type=module', '--eval', importing], {
        encoding: 'utf8',
      }),
    ).toBe('')
  })
  test('the script is listed with the SRI hash of what is served, under both addresses', () => {
    const { published, script } = loadWidgetAssets(pathToFileURL(`${directory}/`))
    for (const [fileName, integrity] of Object.entries(published.files))
      expect(integrity).toBe(
        `sha384-${createHash('sha384').update(read(fileName)).digest('base64')}`,
      )
    const {
      'hosted-checkout.js': newest,
      'hosted-checkout-button.js': button,
      ...immutable
    } = published.files
    expect(Object.values(immutable)).toEqual(expect.arrayContaining([newest, button]))
    expect(Object.keys(immutable).sort()).toEqual(
      ['0.1.0', 'button', 'outcomes', 'page'].map(() => expect.stringMatching(IMMUTABLE)),
    )
    expect(script).toEqual({
      fileName: fileOf('hosted-checkout-page'),
      integrity: published.files[script.fileName],
    })
  })
  test('the script names the file behind it by its hash, and nothing of Lit is in that', () => {
    const outcomes = fileOf('hosted-checkout-outcomes')
    const { published } = loadWidgetAssets(pathToFileURL(`${directory}/`))
    for (const name of ['hosted-checkout', 'hosted-checkout-page']) {
      expect(read(fileOf(name)).toString()).toContain(outcomes)
      expect(read(fileOf(name)).toString()).toContain(published.files[outcomes])
    }
    expect(read(outcomes).toString()).not.toMatch(/createPolicy|litHtmlVersions/)
  })
  test.each(SCRIPTS)('the script %s is compressed beforehand', (name) => {
    const script = read(fileOf(name))
    expect(brotliDecompressSync(read(`${fileOf(name)}.br`)).equals(script)).toBe(true)
    expect(gunzipSync(read(`${fileOf(name)}.gz`)).equals(script)).toBe(true)
  })
})

describe('checkout-page §1: security: the scripts of the payment frame', () => {
  test('the payment frame’s scripts can stand inside a script element, and write no HTML', () => {
    const { framePage } = loadWidgetAssets(pathToFileURL(`${directory}/`))
    for (const name of ['payment-frame', 'stripe-frame', 'stripe-challenge']) {
      expect(framePage(name).script).not.toMatch(/<\/script|<!--|innerHTML|insertAdjacentHTML/i)
    }
  })
})

describe('checkout-page §1: what a buyer loads, compressed', () => {
  const measure = () => {
    const assets = loadWidgetAssets(pathToFileURL(`${directory}/`))
    // Random as any, and the same in every run: others compress to some bytes more or less.
    const page = { assets, nonce: 'pT3vXw0zQm9KfJ2rLc8YhA5d' }
    const packed = (fileName: string) => read(`${fileName}.br`).byteLength
    const texts = readdirSync(directory).find((name) =>
      /^hosted-checkout-form-en-.*json$/.test(name),
    )!
    const script = packed(fileOf('hosted-checkout-page'))
    const parentOrigins = ['https://pay.example']
    const checkoutUrl = 'https://pay.example/checkout'
    const inEachLanguage = Object.keys(LANGUAGES).map((language) => {
      const frame = renderTestFrame({ ...page, language, parentOrigins, isTest: true })
      const shown = { ...page, language, view: aView(), checkoutUrl, takesPlainCards: true }
      const html = textOf(renderHostedPage(shown))
      return {
        language,
        frame: brotliCompressSync(frame).byteLength,
        html: brotliCompressSync(html).byteLength,
      }
    })
    const most = (each: (size: (typeof inEachLanguage)[number]) => number) =>
      Math.max(...inEachLanguage.map(each))
    const english = inEachLanguage.find(({ language }) => language === 'en')!
    return {
      'script of the hosted page': script,
      'script in merchants’ pages': packed(fileOf('hosted-checkout')),
      'script with texts and sheet in merchants’ pages':
        packed(fileOf('hosted-checkout')) + packed(texts),
      'file that is fetched behind the form': packed(fileOf('hosted-checkout-outcomes')),
      'buy button in merchants’ pages': packed(fileOf('hosted-checkout-button')),
      'payment frame in the longest language': most(({ frame }) => frame),
      'hosted page, with all of it': english.html + script + english.frame,
      'hosted page in the longest language': most(({ frame, html }) => html + script + frame),
    }
  }
  let sizes: ReturnType<typeof measure>
  beforeAll(() => {
    sizes = measure()
  })

  test('the file of each language has at most 1.25 KB', () => {
    const large = readdirSync(directory)
      .filter((name) => /^hosted-checkout-\w+-(?!en)(?:\w\w|pt-)-.*\.json\.br$/.test(name))
      .map((name) => ({ name, bytes: read(name).byteLength }))
    expect(large).toHaveLength(45)
    expect(large.filter(({ bytes }) => bytes > 1.25 * 1024)).toEqual([])
  })
  test.each([
    ['script of the hosted page', 13_107],
    // Other hashes in it move it by 50 bytes to either side.
    ['script in merchants’ pages', 15_872],
    ['script with texts and sheet in merchants’ pages', 19_200],
    ['file that is fetched behind the form', 16_128],
    ['buy button in merchants’ pages', 1_536],
    ['payment frame in the longest language', 3_840],
    ['hosted page, with all of it', 21_606],
    ['hosted page in the longest language', 22_067],
  ] as const)(
    'a buyer loads little: %s, until the form can be paid: at most %i bytes',
    (what, most) => {
      const size = sizes[what]
      console.log(`figure: ${what}: ${size} bytes`)
      expect(
        size,
        `${what}: ${size} bytes, ${size - most} more than its budget of ${most}: find what grew.`,
      ).toBeLessThanOrEqual(most)
    },
  )
})
