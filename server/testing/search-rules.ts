/** Words of links that say nothing of where they lead. */
const EMPTY_WORDS = /^(here|click here|click this|go|link|more|learn more|read more|start)?$/i

const attributesIn = (tag: string) =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )

const tagsIn = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))].map(([tag]) => attributesIn(tag))

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').trim()

const isTag = (language = '') => /^(x-default|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$/.test(language)

/** What Lighthouse’s audits of searches would find in a page that may be found. */
export function searchProblems(html: string): string[] {
  const metas = tagsIn(html, 'meta')
  const contentOf = (name: string) =>
    metas.filter((meta) => meta['name'] === name).map(({ content = '' }) => content)
  const canonicals = tagsIn(html, 'link').filter(({ rel }) => rel === 'canonical')
  const links = [...html.matchAll(/(<a\b[^>]*>)(.*?)<\/a\s*>/gs)]
  const [description = '', anotherDescription] = contentOf('description')
  const rules: Record<string, boolean> = {
    'one title':
      /^[^<]*\S/.test(html.split('<title>')[1] ?? '') && html.split('<title>').length === 2,
    'one description': description !== '' && anotherDescription === undefined,
    'a description of one short line': description.length <= 200 && !description.includes('\n'),
    'a viewport that can be enlarged':
      contentOf('viewport').every(
        (content) =>
          /width=device-width/.test(content) && !/user-scalable|maximum-scale/.test(content),
      ) && contentOf('viewport').length === 1,
    'a language': isTag(tagsIn(html, 'html')[0]?.['lang']),
    'valid hreflang': tagsIn(html, 'link').every(
      ({ hreflang }) => hreflang === undefined || isTag(hreflang),
    ),
    'no more than one canonical address, which is whole':
      canonicals.length < 2 && canonicals.every(({ href = '' }) => URL.canParse(href)),
    'no rule against indexes': contentOf('robots').length === 0,
    'words for each picture': tagsIn(html, 'img').every((image) => 'alt' in image),
    'links that can be followed': links.every(([, tag = '']) =>
      /^(?!javascript:)./.test(attributesIn(tag)['href'] ?? ''),
    ),
    'links that say where they lead': links.every(
      ([, , inner = '']) => !EMPTY_WORDS.test(textOf(inner)),
    ),
  }
  return Object.entries(rules).flatMap(([rule, isKept]) => (isKept ? [] : [rule]))
}
