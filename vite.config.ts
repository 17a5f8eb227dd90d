import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from 'vite'
import { CATALOGUES, MESSAGE_KEYS, messageList } from './widget/i18n/catalogues.ts'
import { stripeChallenge, stripeFrame } from './widget/payment-frame/stripe.styles.ts'
import { checkout } from './widget/styles/checkout.styles.ts'
import { fields } from './widget/styles/fields.styles.ts'
import { frame } from './widget/styles/frame.styles.ts'
import { minifyCss } from './widget/styles/minify.ts'
import { page } from './widget/styles/page.styles.ts'
import { result } from './widget/styles/result.styles.ts'
import { shadow } from './widget/styles/shadow.styles.ts'
import { tokens } from './widget/styles/tokens.styles.ts'

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
)

const SHEETS = {
  'page.css': tokens + fields + checkout + result + page,
  'payment-frame.css': fields + frame,
  'stripe-frame.css': stripeFrame,
  'stripe-challenge.css': stripeChallenge,
}

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Parts of Lit that are never used here, which would be a kilobyte of the script. */
const WITHOUT = [
  { find: '@lit-labs/ssr-dom-shim', replacement: path('widget/without-elements.ts') },
  { find: './css-tag.js', replacement: path('widget/without-styles.ts') },
]

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

/** Of our own pages in the browser's tab: a card. */
const ICON = readFileSync(new URL('widget/icon.svg', import.meta.url))

/** One per language: its texts, and the sheet for merchants' pages. */
const KITS = Object.entries(CATALOGUES).map(([language, messages]) => {
  const text = JSON.stringify({ messages: messageList(messages), css: minifyCss(shadow) })
  return { language, text, fileName: `hosted-checkout-${language}-${hashOf(text)}.json` }
})

/**
 * The white space between tags and around rules is for us to read; it would be a tenth of what a
 * buyer loads.
 */
const tightTemplates = (): Plugin => ({
  name: 'tight-templates',
  transform(code, id) {
    if (id.includes('node_modules')) return undefined
    if (!/\/views\/.*\.ts$/.test(id)) return undefined
    return code
      .replace(/>\s*\n\s*(?=[<$])/g, '>')
      .replace(/\}\s*\n\s*(?=<)/g, '}')
      .replace(/\s*\n\s+/g, '\n')
  },
})

/** `t('payment.pay')` becomes `t(44)`, as `messageList` orders the texts. */
const numberedMessages = (): Plugin => ({
  name: 'numbered-messages',
  transform(code, id) {
    if (!/\/widget\/.*\.ts$/.test(id)) return undefined
    return code.replace(/(['"`])([a-z]+\.[\w.]+)\1/gi, (literal, _quote, key) => {
      const place = MESSAGE_KEYS.indexOf(key)
      return place < 0 ? literal : String(place)
    })
  },
})

const compress = (text: string) => ({
  br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: gzipSync(text, { level: 9 }),
})

/**
 * Beside the script: the same under an address that never changes its content, its hashes, the
 * sheets, all of it compressed.
 */
const publish = (): Plugin => ({
  name: 'publish',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const script = bundle['hosted-checkout.js']
    if (script?.type !== 'chunk') throw new Error('There is no hosted-checkout.js to publish.')
    const immutable = `hosted-checkout-${version}-${hashOf(script.code)}.js`
    const integrity = integrityOf(script.code)
    const files: Record<string, string> = {
      ...Object.fromEntries(KITS.map(({ fileName, text }) => [fileName, text])),
      'hosted-checkout.js': script.code,
      [immutable]: script.code,
      'integrity.json': JSON.stringify({
        version,
        files: { 'hosted-checkout.js': integrity, [immutable]: integrity },
      }),
    }
    for (const [fileName, source] of Object.entries(files)) {
      if (!bundle[fileName]) this.emitFile({ type: 'asset', fileName, source })
      for (const [suffix, packed] of Object.entries(compress(source))) {
        this.emitFile({ type: 'asset', fileName: `${fileName}.${suffix}`, source: packed })
      }
    }
    this.emitFile({ type: 'asset', fileName: 'icon.svg', source: ICON })
    for (const [fileName, css] of Object.entries(SHEETS))
      this.emitFile({ type: 'asset', fileName, source: minifyCss(css) })
  },
})

/**
 * Lit's own, which its published build leaves at four letters; and long names that stay within one
 * script. None is of the contract, of a message between page and frame, or of the browser.
 */
const PRIVATE = {
  include:
    /^_\$|^on[A-KM-Z]|^host(?:C|D|U)|^(?:adaptFrame|addController|addInitializer|createProperty|createRenderRoot|elementStyles|enableUpdating|finalizeStyles|firstUpdated|fromAttribute|getPropertyDescriptor|getPropertyOptions|getUpdateComplete|hasChanged|hasUpdated|isUpdatePending|noAccessor|performUpdate|removeController|renderOptions|renderRoot|requestUpdate|scheduleUpdate|shadowRootOptions|shouldUpdate|toAttribute|useDefault|willUpdate|wrapped|checkAgain|complain|creationScope|endsAt|fields|focusProblem|forget|hosted|introduce|mounting|nextMs|problem|redirects|renderBefore|restart|returning|returnSoon|sending|showChallenge|statusText)$/,
}

const script = (name: string, entry: string): BuildEnvironmentOptions => ({
  target: 'baseline-widely-available',
  outDir: 'dist/widget',
  emptyOutDir: name === 'hosted-checkout',
  lib: { entry, formats: ['es'], fileName: () => `${name}.js` },
  modulePreload: false,
  rolldownOptions: {
    output: {
      comments: false,
      minify: {
        compress: true,
        mangle: true,
        codegen: { removeWhitespace: true },
        mangleProps: PRIVATE,
      },
    },
  },
})

export default defineConfig({
  define: {
    HOSTED_CHECKOUT_VERSION: JSON.stringify(version),
    HOSTED_CHECKOUT_KITS: JSON.stringify(
      Object.fromEntries(
        KITS.map(({ language, text, fileName }) => [language, [fileName, integrityOf(text)]]),
      ),
    ),
  },
  publicDir: false,
  // lit's build for Node asks for `document` only when it renders: the file can be imported where
  // there is none.
  resolve: {
    conditions: ['node', 'production', 'module', 'import'],
    alias: WITHOUT,
  },
  plugins: [tightTemplates(), numberedMessages(), publish()],
  builder: {},
  environments: {
    client: { build: script('hosted-checkout', 'widget/hosted-checkout.ts') },
    paymentFrame: {
      consumer: 'client',
      build: script('payment-frame', 'widget/payment-frame/test-frame.ts'),
    },
    workAnswer: {
      consumer: 'client',
      build: script('hosted-checkout-work', 'widget/work-answer.ts'),
    },
    stripeFrame: {
      consumer: 'client',
      build: script('stripe-frame', 'widget/payment-frame/stripe.ts'),
    },
    storeApp: { consumer: 'client', build: script('store-app', 'widget/store-app/store-pages.ts') },
    stripeChallenge: {
      consumer: 'client',
      build: script('stripe-challenge', 'widget/payment-frame/stripe-challenge.ts'),
    },
  },
})
