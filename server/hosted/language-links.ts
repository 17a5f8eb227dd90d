import { type TemplateResult, html } from 'lit/html.js'
import { LANGUAGES, languageOf } from '../../widget/i18n/catalogues.ts'
import { globeIcon } from '../../widget/views/icons.ts'
import { htmlText } from '../web/html-text.ts'
import { renderView } from './rendered-view.ts'

/**
 * At the end of every page of ours: from there the buyer comes to the list of all languages, which is
 * in that of the page (`was`).
 */
export function languageLink(language: string): string {
  const { name, page } = languageOf(language)
  return `<nav class="languages" id="languages" aria-label="${htmlText(page.languages)}" translate="no"><a href="?lang=&amp;was=${language}">${renderView(globeIcon())}${htmlText(`${page.languages}: ${name}`)}</a></nav>`
}

/**
 * The same page in each language: links, which need no script, and whose address keeps the language
 * when the buyer loads the page again or comes back to it.
 */
export const languageList = (language: string): TemplateResult[] =>
  Object.entries(LANGUAGES).map(([tag, { name }]) =>
    name === languageOf(language).name
      ? html`<li>
          <a href=${`?lang=${tag}`} lang=${tag} aria-current="true"><strong>${name}</strong></a>
        </li>`
      : html`<li><a href=${`?lang=${tag}`} lang=${tag}>${name}</a></li>`,
  )
