import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from 'vite'
import { minifyCss } from './scripts/minify-css.ts'
import { listPackages } from './scripts/programs/bundled-packages.ts'
import {
  TEXTS,
  TEXTS_HASH,
  TEXTS_INTEGRITY,
  hashOf,
  integrityOf,
  languagesThere,
} from './scripts/widget-texts.ts'
import { LANGUAGES, MESSAGE_KEYS } from './widget/i18n/catalogues.ts'
import { stripeChallenge, stripeFrame } from './widget/payment-frame/stripe.styles.ts'
import { fieldErrors, frameFields } from './widget/styles/fields.styles.ts'
import { frame } from './widget/styles/frame.styles.ts'
import { OWN_PAGE } from './widget/styles/own-page.styles.ts'

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
)

const SHEETS = {
  ...Object.fromEntries(
    Object.entries(OWN_PAGE).map(([shown, sheet]) => [`page-${shown}.css`, sheet]),
  ),
  'payment-frame.css': frameFields + fieldErrors + frame,
  'stripe-frame.css': stripeFrame,
  'stripe-challenge.css': stripeChallenge,
}

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Modules of Lit that are never used here: elements in Node, and `static styles`. */
const UNUSED = [
  { find: '@lit-labs/ssr-dom-shim', replacement: path('widget/element/without-elements.ts') },
  { find: './css-tag.js', replacement: path('widget/element/without-styles.ts') },
]

/** Of our own pages in the browser's tab: a card. */
const ICON = readFileSync(new URL('widget/icon.svg', import.meta.url))

/** `t('payment.pay')` becomes `t(30)`, as `messageList` orders the texts. */
const numberedMessages = (): Plugin => ({
  name: 'numbered-messages',
  transform(code, id) {
    if (!/\/widget\/(?!i18n\/).*\.ts$/.test(id)) return undefined
    return code.replace(/(['"`])([a-z]+\.[\w.]+)\1/gi, (literal, _quote, key) => {
      const index = MESSAGE_KEYS.indexOf(key)
      return index < 0 ? literal : String(index)
    })
  },
})

const compress = (text: string) => ({
  br: brotliCompressSync(text),
  gz: gzipSync(text, { level: 9 }),
})

/** The file behind the form uses the Lit of the first one. */
const withoutLit = (): Plugin => ({
  name: 'without-lit',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'outcomes',
  resolveId: (id) => (id === 'lit/html.js' ? path('widget/outcomes/lit-templates.ts') : undefined),
})

/** Stands in a script for the file behind it, until that is built. */
const OUTCOMES = ['@outcomes', '@integrity of outcomes']

/** What has been published, with its SRI hash. */
const published: Record<string, string> = {}

/**
 * Each script under an address that never changes its content, that for merchants' pages also under
 * one that is always the newest; hashes, sheets and texts; all of it compressed.
 */
const publish = (): Plugin => ({
  name: 'publish',
  applyToEnvironment: ({ name }) => name in SCRIPTS,
  generateBundle(_options, bundle) {
    const own = SCRIPTS[this.environment.name as keyof typeof SCRIPTS]
    const script = bundle[`${own}.js`]
    if (script?.type !== 'chunk') throw new Error(`There is no ${own}.js to publish.`)
    const isNewest = own === SCRIPTS.client || own === SCRIPTS.button
    const [outcomes] = Object.entries(published).filter(([name]) => name.includes(SCRIPTS.outcomes))
    for (const [index, mark] of OUTCOMES.entries())
      script.code = script.code.replace(mark, outcomes?.[index] ?? mark)
    const immutable = `${own}-${version}-${hashOf(script.code)}.js`
    const integrity = integrityOf(script.code)
    published[immutable] = integrity
    if (isNewest) published[`${own}.js`] = integrity
    else delete bundle[`${own}.js`]
    const files: Record<string, string> = {
      [immutable]: script.code,
      ...(isNewest && { [`${own}.js`]: script.code }),
      ...(own === SCRIPTS.client &&
        Object.fromEntries(
          TEXTS.map(({ of, tag, text }) => [
            `hosted-checkout-${of}-${tag}-${TEXTS_HASH}.json`,
            text,
          ]),
        )),
      'integrity.json': JSON.stringify({ version, files: published }),
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

/** By the environment that builds it; the other two name the first one, which is built before. */
const SCRIPTS = {
  outcomes: 'hosted-checkout-outcomes',
  client: 'hosted-checkout',
  hostedPage: 'hosted-checkout-page',
  button: 'hosted-checkout-button',
} as const

const script = (name: string, entry: string): BuildEnvironmentOptions => ({
  target: 'baseline-widely-available',
  outDir: process.env['WIDGET_FOLDER'] ?? 'dist/widget',
  emptyOutDir: name === SCRIPTS.outcomes,
  lib: { entry, formats: ['es'], fileName: () => `${name}.js` },
  modulePreload: false,
  rolldownOptions: {
    // Compressing takes most of the time, as it is meant to: newcomers need no warning of that.
    checks: { bundlerTimings: false },
    output: {
      comments: false,
      minify: true,
    },
  },
})

const WIDGET = {
  outcomes: script(SCRIPTS.outcomes, 'widget/outcomes/outcomes.ts'),
  client: script(SCRIPTS.client, 'widget/hosted-checkout.ts'),
  hostedPage: script(SCRIPTS.hostedPage, 'widget/hosted-checkout.ts'),
  button: script(SCRIPTS.button, 'widget/buy-button/hosted-checkout-button.ts'),
  paymentFrame: script('payment-frame', 'widget/payment-frame/test-frame.ts'),
  workAnswer: script('hosted-checkout-work', 'widget/session/work-answer.ts'),
  stripeFrame: script('stripe-frame', 'widget/payment-frame/stripe.ts'),
  storeApp: script('store-app', 'server/store-app/script/store-pages.ts'),
  stripeChallenge: script('stripe-challenge', 'widget/payment-frame/stripe-challenge.ts'),
}

const BUY = Object.fromEntries(
  Object.entries(LANGUAGES).map(([tag, { page }]) => [tag.slice(0, 2), page.buy]),
)

/** In a test one element serves both surfaces, and the second file is a module like any other. */
const SURFACES: Record<string, string> = { client: 'embedded', hostedPage: 'hosted' }

/** Our own page has the form's sheet in its head, and never fetches it. */
const definitionsOf = (name: string) => ({
  HOSTED_CHECKOUT_SURFACE: JSON.stringify(SURFACES[name]) ?? 'undefined',
  ...(name === 'hostedPage' && {
    HOSTED_CHECKOUT_INTEGRITY: JSON.stringify({ outcomes: TEXTS_INTEGRITY['outcomes'] }),
  }),
})

/**
 * Lit's build for Node asks for `document` only when it renders: the file can be imported where
 * there is none.
 */
const CONDITIONS = ['node', 'production', 'module', 'import']

export default defineConfig(({ command }) => ({
  define: {
    HOSTED_CHECKOUT_VERSION: JSON.stringify(version),
    HOSTED_CHECKOUT_SURFACE: 'undefined',
    HOSTED_CHECKOUT_OUTCOMES: command === 'build' ? JSON.stringify(OUTCOMES) : 'undefined',
    HOSTED_CHECKOUT_LANGUAGES: JSON.stringify(languagesThere),
    HOSTED_CHECKOUT_TEXTS: JSON.stringify(TEXTS_HASH),
    HOSTED_CHECKOUT_INTEGRITY: JSON.stringify(TEXTS_INTEGRITY),
    HOSTED_CHECKOUT_BUY: JSON.stringify(BUY),
  },
  publicDir: false,
  // Without it Vite wraps what is imported later into a loader of its own, which it leaves unfinished.
  ...(command === 'build' && { build: { lib: WIDGET.client.lib } }),
  resolve: { conditions: CONDITIONS, alias: UNUSED },
  plugins: [numberedMessages(), withoutLit(), publish(), listPackages()],
  builder: {
    // The scripts know of each other's files.
    sharedConfigBuild: true,
    async buildApp({ environments, build }) {
      for (const name of Object.keys(WIDGET)) await build(environments[name]!)
    },
  },
  environments:
    command === 'build'
      ? Object.fromEntries(
          Object.entries(WIDGET).map(([name, build]) => [
            name,
            {
              consumer: 'client' as const,
              build,
              resolve: { conditions: CONDITIONS },
              define: definitionsOf(name),
            },
          ]),
        )
      : {},
}))
