import { languageOf, messageList, messagesOf, ownPageTexts } from '../../widget/i18n/catalogues.ts'
import { directionOf } from '../../widget/i18n/translate.ts'
import { createUi, inZone, withPlurals } from '../../widget/views/ui.ts'
import { type Beginning, packBeginning } from '../web/answers/gzip-parts.ts'
import { type Html, html, scriptJson, unsafeHtml } from '../web/html.ts'
import { hashSource } from '../web/answers/security-headers.ts'
import type { WidgetAssets } from '../web/answers/widget-assets.ts'
import { languageLink } from './language-links.ts'

export type Opening = Beginning & { styleHash: string }

/** What all pages of one language share. */
export type Common = ReturnType<typeof createCommon>

function createCommon({ pageStyles }: WidgetAssets, language: string) {
  const texts = languageOf(language)
  // Holds back the first paint until the page is there: a browser that painted a part would move it
  // later.
  const open = (sheet: string, data?: Html, icon = 'icon.svg'): Opening => ({
    ...packBeginning(
      html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-stuck>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon}">
<link rel="expect" href="#languages" blocking="render">
<style>${unsafeHtml(sheet)}</style>
${data}`.text,
    ),
    styleHash: hashSource(sheet),
  })
  // The texts come before the session, so that they are part of the shared beginning.
  const data = html`<script type="application/json" data-checkout>{"messages":${scriptJson(messageList(ownPageTexts(texts)))},"view":`
  return {
    ui: withPlurals(
      createUi({ language, messages: messagesOf(texts), hosted: true, ...inZone(language, 'UTC') }),
    ),
    /** Texts that no script uses. */
    texts: texts.page,
    languages: languageLink(language),
    /** For pages with a message only. */
    message: open(pageStyles.both),
    /** For addresses that lead nowhere, on every host. */
    lost: open(pageStyles.both, undefined, '/favicon.ico'),
    /** For the page of a buy link, whose address is longer. */
    buy: open(pageStyles.buy, undefined, '../../icon.svg'),
    /** For checkouts, up to the session in the element's data. */
    checkout: {
      form: open(pageStyles.form, data),
      fullForm: open(pageStyles.fullForm, data),
      result: open(pageStyles.result, data),
      both: open(pageStyles.both, data),
    },
  }
}

const known = new WeakMap<WidgetAssets, Map<string, Common>>()

/** Made for the first page that needs it. `language`: one that `chooseLanguage` returns. */
export function commonOf(assets: WidgetAssets, language: string): Common {
  const languages = known.get(assets) ?? new Map<string, Common>()
  const common = languages.get(language) ?? createCommon(assets, language)
  known.set(assets, languages.set(language, common))
  return common
}
