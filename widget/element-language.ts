import { languages } from './kit.ts'

/**
 * What an element speaks: as itself or what it stands in says, else as the browser, which also says
 * of which region the language is where the page does not.
 */
export function elementLanguage(element: HTMLElement): string {
  const own = navigator.language
  // Within a merchant's own shadow root nothing around the element is seen.
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement
  // Formats refuse what is no tag: of each wish only what surely is one.
  const found = [lang, own]
    .map((tag) => /^[a-z]{2}\b(-[a-z]{2}\b)?/i.exec(tag)?.[0])
    .find((tag) => tag && languages.includes(`${tag.slice(0, 2)},`))
  return own.startsWith(`${found}-`) ? own : (found ?? 'en')
}
