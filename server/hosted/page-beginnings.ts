import { languageOf, messageList, messagesOf, ownPageTexts } from '../../widget/i18n/catalogues.ts'
import { directionOf } from '../../widget/i18n/translate.ts'
import { createUi } from '../../widget/views/ui.ts'
import { type Beginning, packBeginning } from '../web/gzip-parts.ts'
import { jsonText } from '../web/html-text.ts'
import { hashSource } from '../web/security-headers.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'
import { languageLink } from './language-links.ts'

/** With the hash of the sheet in it. */
export type Opening = Beginning & { styleHash: string }

/** What the pages of one language have in common. */
export type Common = ReturnType<typeof createCommon>

function createCommon({ pageStyles }: WidgetAssets, language: string) {
  const texts = languageOf(language)
  // The first paint waits for the end of the page: a browser that has read a part of it would paint
  // that, and move it when it has the rest.
  const open = (sheet: string, data = ''): Opening => ({
    ...packBeginning(`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-stuck>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="icon.svg">
<link rel="expect" href="#languages" blocking="render">
<style>${sheet}</style>
${data}`),
    styleHash: hashSource(sheet),
  })
  // The texts stand before the session, so that they are in what all pages begin with.
  const data = `<script type="application/json" data-checkout>{"messages":${jsonText(messageList(ownPageTexts(texts)))},"view":`
  return {
    ui: createUi({ language, messages: messagesOf(texts), hosted: true, zone: 'UTC' }),
    /** What no script ever says. */
    texts: texts.page,
    languages: languageLink(language),
    /** Of a page that only says something. */
    message: open(pageStyles.both),
    /** Of a checkout, as far as the session in the data that the element reads. */
    checkout: {
      form: open(pageStyles.form, data),
      result: open(pageStyles.result, data),
      both: open(pageStyles.both, data),
    },
  }
}

const known = new WeakMap<WidgetAssets, Map<string, Common>>()

/** Made when the first page needs it. `language`: one of the few that `chooseLanguage` names. */
export function commonOf(assets: WidgetAssets, language: string): Common {
  const languages = known.get(assets) ?? new Map<string, Common>()
  const common = languages.get(language) ?? createCommon(assets, language)
  known.set(assets, languages.set(language, common))
  return common
}
