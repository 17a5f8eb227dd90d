import type { Messages } from '../i18n/en.ts'
import type * as SecondFile from '../outcomes/outcomes.ts'
import { addTexts, loadKit } from '../element/kit.ts'
import { askAgainWhenRestored } from '../session/ask-again.ts'

export type LoadSecond = () => Promise<typeof SecondFile>

/** The language and texts of an element, and how it adopts the sheet of the second file. */
export type Dress = {
  language: string
  messages: Messages
  adopt: (sheet: CSSStyleSheet) => void
}

/** Written by the build. In a test the file is a module like any other. */
declare const HOSTED_CHECKOUT_OUTCOMES: readonly [name: string, integrity: string] | undefined

/**
 * Whatever follows the form. The import finds the file that the preload has checked against its
 * hash, so a page that pins our script by its hash pins this file, too.
 */
function importOutcomes(folder: string): ReturnType<LoadSecond> {
  if (!HOSTED_CHECKOUT_OUTCOMES) return import('../outcomes/outcomes.ts')
  const [name, integrity] = HOSTED_CHECKOUT_OUTCOMES
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.integrity = integrity
  // In a page whose policy names a nonce.
  if (HOSTED_CHECKOUT_SURFACE === 'embedded')
    link.nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''
  link.href = `${folder}/${name}`
  document.head.append(link)
  return import(/* @vite-ignore */ link.href)
}

/** The second file. Its texts are put among those of the form, and its sheet on the root. */
export async function loadSecond(folder: string, { language, messages, adopt }: Dress) {
  const [outcomes, more] = await Promise.all([
    askAgainWhenRestored(() => importOutcomes(folder)),
    loadKit(folder, language, 'outcomes'),
  ])
  addTexts(messages, more.messages)
  adopt(more.sheet)
  return outcomes
}
