import { type TemplateResult, html } from 'lit/html.js'
import { LANGUAGES, languageOf } from '../../widget/i18n/catalogues.ts'
import { fillText } from '../../widget/i18n/translate.ts'
import { globeIcon } from '../../widget/views/icons.ts'

/** The link at the end of every page. `was` keeps the list in the page's own language. */
export function languageLink(language: string): TemplateResult {
  const { name, page } = languageOf(language)
  const text = fillText(page.labelled, { label: page.languages, value: name })
  return html`<nav class="languages" id="languages" aria-label=${page.languages} translate="no">
    <a href=${`?lang=&was=${language}`}>${globeIcon()}${text}</a>
  </nav>`
}

/**
 * Links to the same page in each language. They need no script, and the address keeps the language
 * when the page is loaded again.
 */
export const languageList = (language: string): TemplateResult[] =>
  Object.entries(LANGUAGES).map(([tag, { name }]) =>
    name === languageOf(language).name
      ? html`<li>
          <a href=${`?lang=${tag}`} lang=${tag} aria-current="true"><strong>${name}</strong></a>
        </li>`
      : html`<li><a href=${`?lang=${tag}`} lang=${tag}>${name}</a></li>`,
  )
