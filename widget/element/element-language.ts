/** Written by the build: the languages that there are, each with two letters. */
declare const HOSTED_CHECKOUT_LANGUAGES: string

/**
 * The language of an element, if it is known before its store is: the language of the page around
 * the element, or else the browser's. The browser also says the region where the page names only
 * the language.
 */
export function elementLanguage(element: HTMLElement): string | undefined {
  // An element within a merchant's own shadow root does not see what is around that.
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement
  const own = knownLanguage(navigator.language)
  const found = knownLanguage(lang) ?? own
  return own?.startsWith(`${found}-`) ? own : found
}

/**
 * The tag, if we have texts in that language. Formats refuse what is no tag, so only the certain
 * part is taken. Buyers who read traditional Chinese do not get our simplified Chinese.
 */
export function knownLanguage(tag = ''): string | undefined {
  const [known] = /^(?!zh-(t|hk|hant|mo))[a-z]{2}\b(-[a-z]{2}\b)?/i.exec(tag) ?? []
  return known && HOSTED_CHECKOUT_LANGUAGES.includes(known.slice(0, 2)) ? known : undefined
}
