import type * as Outcomes from '../outcomes/outcomes.ts'

/** Written by the build; in a test the file is a module like any other. */
declare const HOSTED_CHECKOUT_OUTCOMES: readonly [name: string, integrity: string] | undefined

/**
 * What comes of the form. Its hash is checked by the preload that the import then finds: a script
 * pinned by its own hash pins this file, too.
 */
export function importOutcomes(folder: string): Promise<typeof Outcomes> {
  if (!HOSTED_CHECKOUT_OUTCOMES) return import('../outcomes/outcomes.ts')
  const [name, integrity] = HOSTED_CHECKOUT_OUTCOMES
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.integrity = integrity
  link.href = `${folder}/${name}`
  document.head.append(link)
  return import(/* @vite-ignore */ link.href)
}
