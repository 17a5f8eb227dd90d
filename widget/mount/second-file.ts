import type { Messages } from '../i18n/en.ts'
import type * as SecondFile from '../outcomes/outcomes.ts'
import { loadKit } from './kit.ts'

export type LoadSecond = () => Promise<typeof SecondFile>

/** What an element speaks in, and how it puts on the sheet of what comes of the form. */
export type Dress = {
  language: string
  messages: Messages
  wear: (sheet: CSSStyleSheet) => void
}

/** Written by the build; in a test the file is a module like any other. */
declare const HOSTED_CHECKOUT_OUTCOMES: readonly [name: string, integrity: string] | undefined

/**
 * What comes of the form. Its hash is checked by the preload that the import then finds: a script
 * pinned by its own hash pins this file, too.
 */
function importOutcomes(folder: string): ReturnType<LoadSecond> {
  if (!HOSTED_CHECKOUT_OUTCOMES) return import('../outcomes/outcomes.ts')
  const [name, integrity] = HOSTED_CHECKOUT_OUTCOMES
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.integrity = integrity
  link.href = `${folder}/${name}`
  document.head.append(link)
  return import(/* @vite-ignore */ link.href)
}

/** The file, with its texts among those of the form, and its sheet on. */
export async function loadSecond(folder: string, { language, messages, wear }: Dress) {
  const [outcomes, more] = await Promise.all([
    importOutcomes(folder),
    loadKit(folder, language, 'outcomes'),
  ])
  // Each part has its own texts, and nothing in the places of the others.
  Object.assign(
    messages,
    Object.entries(more.messages).map(([key, text]) => text || messages[key as keyof Messages]),
  )
  wear(more.sheet)
  return outcomes
}
