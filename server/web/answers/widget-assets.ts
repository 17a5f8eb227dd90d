import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'

type AssetManifest = { version: string; files: Record<string, string> }

/** What `vite build` wrote to `dist/widget`, read at start. */
export type WidgetAssets = {
  /** `{checkout_url}/integrity.json`: the version, and the SRI hash of each public script. */
  published: AssetManifest
  /** The hosted page's script; its name changes with its content. */
  script: { fileName: string; integrity: string }
  /** The sheets of the hosted page, by what it shows first. */
  pageStyles: Record<'form' | 'fullForm' | 'result' | 'both' | 'buy', string>
  /** A page under the payment frame's address: `payment-frame`. @throws when it was not built */
  framePage(name: string): { script: string; styles: string }
  /** The store application's script; its name changes with its content. */
  storeApp: { fileName: string; script: string }
  /** The icon in the browser's tab. */
  icon: string
}

const PAGE_SCRIPT = /^hosted-checkout-page-/

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

export function loadWidgetAssets(directory: URL): WidgetAssets {
  const read = (fileName: string) => readFileSync(new URL(fileName, directory), 'utf8')
  const published: AssetManifest = JSON.parse(read('integrity.json'))
  const script = Object.entries(published.files).find(([name]) => PAGE_SCRIPT.test(name))
  if (!script)
    throw new Error(
      `${directory.pathname}integrity.json lists no script of the page: build the widget again.`,
    )
  const [fileName, integrity] = script
  const framePages = new Map(
    readdirSync(directory)
      .filter((fileName) => /-(?:frame|challenge)\.css$/.test(fileName))
      .map((fileName) => fileName.slice(0, -'.css'.length))
      .map((name) => [name, { script: read(`${name}.js`).trim(), styles: read(`${name}.css`) }]),
  )
  const storeAppScript = read('store-app.js')
  return {
    published,
    script: { fileName, integrity },
    pageStyles: {
      form: read('page-form.css'),
      fullForm: read('page-fullForm.css'),
      result: read('page-result.css'),
      both: read('page-both.css'),
      buy: read('page-buy.css'),
    },
    framePage(name) {
      const page = framePages.get(name)
      if (!page) throw new Error(`${directory.pathname} has no ${name}: build the widget again.`)
      return page
    },
    storeApp: { fileName: `store-app-${hashOf(storeAppScript)}.js`, script: storeAppScript },
    icon: read('icon.svg'),
  }
}
