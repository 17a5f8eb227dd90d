import { readFileSync } from 'node:fs'
import type { ListedScript } from './contract/listed-script.ts'
import { STEPPER } from './hosted/buy/product-data.ts'
import { FRAME } from './hosted/frame-script.ts'
import { BEFORE_SCRIPT } from './hosted/hosted-page.ts'
import type { ProviderParts } from './payments/provider-parts.ts'
import { DOCS_DIRECTORY } from './web/answers/built-folders.ts'
import { inPage, integrityOf } from './web/answers/listed-script.ts'
import type { ServedFiles } from './web/answers/served-files.ts'
import type { WidgetAssets } from './web/answers/widget-assets.ts'

const HOSTED = 'Hosted page'
const MERCHANTS = 'Merchants’ pages'

type Words = Pick<ListedScript, 'page' | 'authorizedBy' | 'reason'>

/** The first one that fits a file's name says what it is for. */
const FILES: [name: RegExp, words: Words][] = [
  [
    /^hosted-checkout-page-/,
    {
      page: HOSTED,
      authorizedBy: 'The nonce in the page’s policy, and the hash in the page',
      reason: 'The form: checks what is typed, pays, and follows the payment.',
    },
  ],
  [
    /^hosted-checkout-outcomes-/,
    {
      page: `${HOSTED}, ${MERCHANTS.toLowerCase()}`,
      authorizedBy: 'The form’s script, which has its hash',
      reason: 'What follows the form: the bank’s question, the receipt, failures.',
    },
  ],
  [
    /^hosted-checkout-work\.js$/,
    {
      page: `${HOSTED}, ${MERCHANTS.toLowerCase()}`,
      authorizedBy: 'The form’s script, which loads it',
      reason: 'Does the work that a payment costs while cards are tested at the store.',
    },
  ],
  [
    /^hosted-checkout-button/,
    {
      page: MERCHANTS,
      authorizedBy: 'The merchant’s page; integrity.json has the hash for it',
      reason: 'The button that leads to a product’s page. It never meets a card.',
    },
  ],
  [
    /^hosted-checkout/,
    {
      page: MERCHANTS,
      authorizedBy: 'The merchant’s page; integrity.json has the hash for it',
      reason: 'The checkout in a merchant’s page. Cards are typed in the payment frame alone.',
    },
  ],
]

type Sources = {
  urls: { baseUrl: string; checkoutUrl: string }
  assets: WidgetAssets
  servedFiles: ServedFiles
  providers: ReadonlySet<Pick<ProviderParts, 'scripts'>>
}

/** Every script that this process serves, or lets into its pages. */
export const listScripts = ({
  urls: { baseUrl, checkoutUrl },
  assets,
  servedFiles,
  providers,
}: Sources): ListedScript[] => [
  inPage(BEFORE_SCRIPT.plain, {
    name: 'Watch',
    page: HOSTED,
    reason: 'Says what to do when the page’s script does not arrive.',
  }),
  inPage(BEFORE_SCRIPT.leaving, {
    name: 'Watch, in a window of its own',
    page: HOSTED,
    reason: 'The same; first it cuts the page off from one that has opened it.',
  }),
  inPage(FRAME, {
    name: 'Early frame',
    page: HOSTED,
    reason: 'Loads the payment frame before the form’s script is there.',
  }),
  inPage(STEPPER, {
    name: 'Stepper',
    page: 'Page of a buy link',
    authorizedBy: 'The hash in the page’s policy',
    reason: 'Takes one more or one less of what is sold.',
  }),
  inPage(readFileSync(new URL('page-script.js', DOCS_DIRECTORY), 'utf8'), {
    name: 'Documentation',
    page: 'Documentation',
    authorizedBy: 'The hash in the page’s policy',
    reason: 'Copies examples, and searches. No buyer meets it.',
  }),
  ...[...servedFiles]
    .filter(([name]) => name.endsWith('.js'))
    .map(([name, { content }]) => ofFile(name, `${checkoutUrl}/${name}`, content)),
  ...[...providers].flatMap(({ scripts }) => scripts(assets)),
  {
    name: assets.storeApp.fileName,
    page: 'Store application',
    address: `${baseUrl}/store/${assets.storeApp.fileName}`,
    integrity: integrityOf(assets.storeApp.script),
    authorizedBy: 'The nonce in the page’s policy',
    reason: 'Live lists, previews and passkeys for members. No buyer meets it.',
  },
]

function ofFile(name: string, address: string, content: Uint8Array): ListedScript {
  const words = FILES.find(([pattern]) => pattern.test(name))?.[1]
  if (!words) throw new Error(`${name} has no reason: add it to the inventory of scripts`)
  return { name, ...words, address, integrity: integrityOf(content) }
}

/** Whether the inventory names the address; what follows ? does not count. */
export function lookUp(scripts: ListedScript[]) {
  const addresses = new Set(scripts.map(({ address }) => address))
  return (url: string) => addresses.has(url.replace(/[?#].*$/s, ''))
}
