import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { Marked, type Tokens } from 'marked'
import type { Addresses } from '../../server/api/docs/built-addresses.ts'
import { DEFAULT_ADDRESSES } from '../../server/api/reference/document.ts'
import { html, unsafeHtml } from '../../server/web/html.ts'
import { renderPanel } from './reference-code.ts'

const FOLDER = join(import.meta.dirname, '../../docs/guide')

/** A line with links to examples only, one for each language or framework. */
const EXAMPLES =
  /^\[[^\]]+\]\(\.\.\/(?:snippets|\.\.\/e2e\/frameworks)\/[^)]+\)(?: · \[[^\]]+\]\(\.\.\/(?:snippets|\.\.\/e2e\/frameworks)\/[^)]+\))*$/gm
const EXAMPLE = /\[([^\]]+)\]\((\.\.\/(?:snippets|\.\.\/e2e\/frameworks)\/[^)]+)\)/g

/** A page of the guide. */
export type GuidePage = {
  /** The page's name in its address: `/docs/create`, `/docs/create.md`. */
  name: string
  title: string
  /** The first paragraph, as plain text. */
  summary: string
  headings: { id: string; title: string }[]
  html: string
  markdown: string
}

const FENCES: Record<string, string> = {
  '.sh': 'sh',
  '.mjs': 'js',
  '.py': 'python',
  '.php': 'php',
  '.rb': 'ruby',
  '.go': 'go',
  '.java': 'java',
  '.js': 'js',
  '.ts': 'ts',
  '.tsx': 'tsx',
  '.vue': 'vue',
  '.svelte': 'svelte',
}

const readText = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

const examplesIn = (line: string) =>
  [...line.matchAll(EXAMPLE)].map(([, language = '', file = '']) => ({
    language,
    file,
    code: readText(file).trimEnd(),
  }))

/** The id of a heading, as links in Markdown spell it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** One example in every language. Radio buttons choose one, so that it works without script. */
function renderExamples(line: string, name: string) {
  const examples = examplesIn(line)
  const choices = examples.map(
    ({ language }, index) =>
      html`<label><input type="radio" name="${name}" value="${anchorOf(language)}"${index === 0 ? ' checked' : ''}>${language}</label>`,
  )
  const panels = examples.map(
    ({ language, code }) =>
      html`<div data-language="${anchorOf(language)}">${renderPanel(language, `Example in ${language}`, code)}</div>`,
  )
  return html`<div class="examples"><fieldset class="languages"><legend class="unseen">Language of the example</legend>${choices}</fieldset>${panels}</div>`
}

/** The page with its examples in it, to be read on its own. */
const withExamples = (text: string) =>
  text.replaceAll(EXAMPLES, (line) =>
    examplesIn(line)
      .map(
        ({ language, file, code }) =>
          `${language}:\n\n\`\`\`${FENCES[extname(file)]}\n${code}\n\`\`\``,
      )
      .join('\n\n'),
  )

const LANGUAGES: Record<string, string> = {
  sh: 'Shell',
  json: 'JSON',
  html: 'HTML',
  js: 'JavaScript',
}

function makeParser() {
  const headings: GuidePage['headings'] = []
  let groups = 0
  const parser = new Marked({
    renderer: {
      heading({ depth, text, tokens }: Tokens.Heading) {
        const content = unsafeHtml(this.parser.parseInline(tokens))
        if (depth === 1) return html`<h1>${content}</h1>`.text
        const id = anchorOf(text)
        headings.push({ id, title: text })
        return html`<h${depth} id="${id}"><a href="#${id}">${content}</a></h${depth}>`.text
      },
      paragraph({ raw, tokens }: Tokens.Paragraph) {
        if (raw.trim().replaceAll(EXAMPLES, '') === '') {
          groups += 1
          return renderExamples(raw, `example-${groups}`).text
        }
        return html`<p>${unsafeHtml(this.parser.parseInline(tokens))}</p>`.text
      },
      link({ href, tokens }: Tokens.Link) {
        const to = href.replace(/^([\w-]+)\.md(?=#|$)/, '$1')
        return html`<a href="${to}">${unsafeHtml(this.parser.parseInline(tokens))}</a>`.text
      },
      image({ href, text }: Tokens.Image) {
        const { width, height } = new Transformer(readFileSync(join(FOLDER, href))).metadataSync()
        return html`<img src="${href}" alt="${text}" width="${width}" height="${height}" loading="lazy">`
          .text
      },
      code({ text, lang = '' }: Tokens.Code) {
        const language = LANGUAGES[lang] ?? lang
        return renderPanel(language, `Example: ${language}`, text).text
      },
      // The marks around generated parts.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => {
        if (/^<!--[^]*-->\s*$/.test(text)) return ''
        throw new Error(`The guide is Markdown, not HTML: ${text}`)
      },
    },
  })
  return { parser, headings }
}

const withoutMarks = (text: string) => text.replaceAll(/^<!--.*-->\n+/gm, '')

function readPage(file: string): GuidePage {
  const text = readText(file)
  const { parser, headings } = makeParser()
  const content = parser.parse(text, { async: false })
  const [title = '', summary = ''] = text.split('\n\n')
  return {
    name: file.replace('.md', ''),
    title: title.replace('# ', ''),
    summary: summary.replaceAll(/[`*]|\]\([^)]*\)|\[/g, ''),
    headings,
    html: content,
    markdown: withoutMarks(withExamples(text)),
  }
}

/** The pages in the order of `docs/guide/README.md`, the shop, and the pictures. */
export const readGuideSources = () => ({
  pages: [...readText('README.md').matchAll(/^\d+\. \[.+\]\((.+)\)$/gm)].map(([, file = '']) =>
    readPage(file),
  ),
  shop: readText('../snippets/node/shop.mjs').trimEnd(),
  pictures: readdirSync(FOLDER)
    .filter((name) => name.endsWith('.webp'))
    .map((name) => ({ name, bytes: readFileSync(join(FOLDER, name)) })),
})

/** The guide for a service at these addresses. Its sources speak of one without settings. */
export function readGuide({ baseUrl, checkoutUrl }: Addresses) {
  const own = (text: string) =>
    text
      .replaceAll(DEFAULT_ADDRESSES.checkoutUrl, () => checkoutUrl)
      .replaceAll(DEFAULT_ADDRESSES.baseUrl, () => baseUrl)
  const { pages, shop, pictures } = readGuideSources()
  return {
    pages: pages.map((page) => ({ ...page, html: own(page.html), markdown: own(page.markdown) })),
    shop: own(shop),
    pictures,
  }
}
