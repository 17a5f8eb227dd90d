import type { Messages } from './i18n/en.ts'

/**
 * The texts in one language, and the sheet for a merchant's page (our own page has both in its
 * HTML).
 */
export type Kit = { messages: Messages; css: string }

/**
 * Written by the build: each language's file and its hash, so that a script pinned by its own hash
 * pins these too.
 */
declare const HOSTED_CHECKOUT_KITS: Readonly<
  Record<string, readonly [file: string, integrity: string]>
>

const KITS = HOSTED_CHECKOUT_KITS

export const languages = Object.keys(KITS)

const loading = new Map<string, Promise<{ messages: Messages; sheet: CSSStyleSheet }>>()

async function load(folder: string, [file, integrity]: readonly [string, string]) {
  const response = await fetch(`${folder}/${file}`, { integrity })
  const { messages, css }: Kit = await response.json()
  // A constructed sheet needs no `style-src` of the merchant's policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return { messages, sheet }
}

/** Once for all elements of a page; a failure is forgotten, so that the next one asks again. */
export function loadKit(folder: string, language: string) {
  const key = language.split('-', 1)[0]!
  const kit = loading.get(key) ?? load(folder, KITS[key]!)
  loading.set(key, kit)
  kit.catch(() => loading.delete(key))
  return kit
}
