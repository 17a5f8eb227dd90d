import { correctAccent } from './accent.ts'
import type { Messages } from '../i18n/en.ts'
import { textsTag } from '../i18n/texts-tag.ts'
import { askAgainWhenRestored } from '../session/ask-again.ts'

/**
 * Texts in one language and a sheet. There is one kit for the form, which our own page has in its
 * HTML, and one for what follows the form.
 */
type Kit = { messages: Messages; sheet: CSSStyleSheet }
type Part = 'form' | 'outcomes'

/** A part of the names of the text files, which changes when any text changes. */
declare const HOSTED_CHECKOUT_TEXTS: string
/**
 * The hashes of the files with a sheet. A page that pins our script by its hash pins these files,
 * too. The other files hold only texts.
 */
declare const HOSTED_CHECKOUT_INTEGRITY: { readonly [Of in Part]?: string }

type TextList = Record<string, string | undefined>

/** Each list is empty where the other one has its texts. */
export function addTexts(texts: TextList, others: TextList) {
  for (const key in others) texts[key] ||= others[key]
}

const loading: Record<string, Promise<Kit> | undefined> = {}

/** The English file has the sheet in it. Other languages have small files of texts beside it. */
async function load(folder: string, language: string, of: Part): Promise<Kit> {
  const loadFile = async (name: string, tag: string, integrity = '') => {
    const address = `${folder}/hosted-checkout-${name}-${tag}-${HOSTED_CHECKOUT_TEXTS}.json`
    const response = await fetch(address, { integrity })
    if (!response.ok) throw new Error(name)
    return response.json()
  }
  const other = language !== 'en'
  const [{ messages, css }, texts, results] = await Promise.all([
    loadFile(of, 'en', HOSTED_CHECKOUT_INTEGRITY[of]),
    other && loadFile(of, language),
    other &&
      (HOSTED_CHECKOUT_SURFACE === 'hosted' || of === 'outcomes') &&
      loadFile('results', language),
  ])
  addTexts(texts, results)
  // A merchant's policy needs no `style-src` for a constructed sheet.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return { messages: texts || messages, sheet }
}

/**
 * All elements of a page share a kit. A failure is forgotten, so that the next element asks again.
 */
export function loadKit(folder: string, language: string, of: Part) {
  const tag = textsTag(language)
  const key = of + tag
  const kit = (loading[key] ??= askAgainWhenRestored(() => load(folder, tag, of)))
  kit.catch(() => (loading[key] = undefined))
  return kit
}

/** Puts the sheets on a root, and behind them an empty one for the accent. */
export function adoptSheets(root: ShadowRoot, ...sheets: CSSStyleSheet[]) {
  root.adoptedStyleSheets = [...sheets, new CSSStyleSheet()]
  correctAccent(root)
}
