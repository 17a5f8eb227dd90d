import { correctAccent } from './accent.ts'
import type { Messages } from '../i18n/en.ts'

/**
 * Texts in one language, and the sheet: those of the form, which our own page has in its HTML, or
 * those of what comes of it.
 */
type Kit = { messages: Messages; sheet: CSSStyleSheet }
type Part = 'form' | 'outcomes'

/** Written by the build: the languages there are, each with a comma behind it. */
declare const HOSTED_CHECKOUT_LANGUAGES: string
/** In the names of their files, which change with any of them. */
declare const HOSTED_CHECKOUT_TEXTS: string
/** Of the files with a sheet: a script pinned by its own hash pins these, too. The others are texts. */
declare const HOSTED_CHECKOUT_INTEGRITY: Readonly<Record<Part, string>>

export const languages = HOSTED_CHECKOUT_LANGUAGES

const loading = new Map<string, Promise<Kit>>()

/** English comes with the sheet; every other language in small files of its own beside it. */
async function load(folder: string, language: string, of: Part): Promise<Kit> {
  const loadFile = async (name: string, integrity = '') => {
    const address = `${folder}/hosted-checkout-${name}-${HOSTED_CHECKOUT_TEXTS}.json`
    const response = await fetch(address, { integrity })
    if (!response.ok) throw new Error(name)
    return response.json()
  }
  const other = language !== 'en'
  const [{ messages, css }, texts, results] = await Promise.all([
    loadFile(`${of}-en`, HOSTED_CHECKOUT_INTEGRITY[of]),
    other && loadFile(`${of}-${language}`),
    other && of === 'outcomes' && loadFile(`results-${language}`),
  ])
  // Each has nothing in the places of the other.
  if (results) for (const [place, text] of results.entries()) texts[place] ||= text
  // A constructed sheet needs no `style-src` of the merchant's policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return { messages: texts || messages, sheet }
}

/** Once for all elements of a page; a failure is forgotten, so that the next one asks again. */
export function loadKit(folder: string, language: string, of: Part) {
  const tag = language.slice(0, 2)
  const key = of + tag
  const kit = loading.get(key) ?? load(folder, tag, of)
  loading.set(key, kit)
  kit.catch(() => loading.delete(key))
  return kit
}

/** The sheets in a root, and behind them rules of its own. */
export function wear(root: ShadowRoot, ...sheets: CSSStyleSheet[]) {
  root.adoptedStyleSheets = [...sheets, new CSSStyleSheet()]
  correctAccent(root)
}
