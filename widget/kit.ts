import type { Messages } from './i18n/en.ts'

/**
 * Texts in one language, and a sheet for a merchant's page (our own page has both in its HTML);
 * those of the form, or those of what comes of it.
 */
export type Kit = { messages: Messages; css: string }

type File = readonly [name: string, integrity: string]

/**
 * Written by the build: each language's files and their hashes, so that a script pinned by its own
 * hash pins these too.
 */
declare const HOSTED_CHECKOUT_KITS: Readonly<
  Record<string, { readonly form: File; readonly outcomes: File }>
>

const KITS = HOSTED_CHECKOUT_KITS

export const languages = Object.keys(KITS)

const loading = new Map<string, Promise<{ messages: Messages; sheet: CSSStyleSheet }>>()

async function load(folder: string, [file, integrity]: File) {
  const response = await fetch(`${folder}/${file}`, { integrity })
  const { messages, css }: Kit = await response.json()
  // A constructed sheet needs no `style-src` of the merchant's policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return { messages, sheet }
}

/** Once for all elements of a page; a failure is forgotten, so that the next one asks again. */
export function loadKit(folder: string, language: string, of: 'form' | 'outcomes') {
  const file = KITS[language.split('-', 1)[0]!]![of]
  const [name] = file
  const kit = loading.get(name) ?? load(folder, file)
  loading.set(name, kit)
  kit.catch(() => loading.delete(name))
  return kit
}
