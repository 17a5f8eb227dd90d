import { languages } from './kit.ts'

/**
 * What an element speaks, if that is known before its store is: as itself or what it stands in says,
 * else as the browser, which also says of which region the language is where the page does not.
 */
export function elementLanguage(element: HTMLElement): string | undefined {
  // Within a merchant's own shadow root nothing around the element is seen.
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement
  const own = knownLanguage(navigator.language)
  const found = knownLanguage(lang) ?? own
  return own?.startsWith(`${found}-`) ? own : found
}

/**
 * Formats refuse what is no tag: of each wish only what surely is one. Who reads traditional Chinese
 * is not shown the other signs.
 */
export function knownLanguage(tag = ''): string | undefined {
  const [known] = /^(?!zh-(t|hk|hant|mo))[a-z]{2}\b(-[a-z]{2}\b)?/i.exec(tag) ?? []
  return known && languages.includes(`${known.slice(0, 2)},`) ? known : undefined
}
