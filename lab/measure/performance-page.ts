import { readFile, writeFile } from 'node:fs/promises'

const PAGE = new URL('../../docs/performance.md', import.meta.url)

/** The page with this section, which begins with `## ` and its heading, in the place of the one of that name. */
export function replaceSection(text: string, section: string) {
  const [heading = ''] = section.split('\n', 1)
  const sections = text.split(/^(?=## )/m)
  const index = sections.findIndex((each) => each.startsWith(`${heading}\n`))
  if (index < 0) throw new Error(`the page has no section “${heading}”`)
  const isLast = index === sections.length - 1
  return sections.with(index, `${section.trimEnd()}\n${isLast ? '' : '\n'}`).join('')
}

/** Writes one section of `docs/performance.md`; the others stay as they are. */
export async function writeSection(section: string) {
  await writeFile(PAGE, replaceSection(await readFile(PAGE, 'utf8'), section))
}
