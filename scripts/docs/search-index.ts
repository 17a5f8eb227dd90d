/** A section of a page: its address from `/docs/` on, its page, its heading, and its words. */
type Section = [address: string, page: string, heading: string, words: string]

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#?\w+;/g, (entity) => ENTITIES[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Addresses are the service's own, so they are left out. */
const wordsIn = (text: string) =>
  new Set(
    text
      .replaceAll(/https?:\S+/g, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}_-]+/gu),
  )

/** The sections of a page, for the search in the browser. Examples are not searched. */
export function sectionsOf({ name, title, page }: { name: string; title: string; page: string }) {
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
  const [, ...parts] = main.replaceAll(/<figure[^]*?<\/figure>/g, '').split(/<(?=h[1-3]\b)/)
  return parts.map((part): Section => {
    const [heading = '', attributes = '', words = ''] =
      /^h\d([^>]*)>([^]*?)<\/h\d>/.exec(part) ?? []
    const id = /id="([^"]+)"/.exec(attributes)?.[1]
    const text = textOf(part.slice(heading.length))
    return [id ? `${name}#${id}` : name, title, textOf(words), [...wordsIn(text)].join(' ')]
  })
}
