import { CATALOGUES, messageList } from '../../widget/i18n/catalogues.ts'
import { en } from '../../widget/i18n/en.ts'
import { directionOf, pickLanguage } from '../../widget/i18n/translate.ts'
import { createUi } from '../../widget/views/ui.ts'
import { packBeginning } from '../web/gzip-parts.ts'
import { jsonText } from '../web/html-text.ts'
import { hashSource } from '../web/security-headers.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'

/** What the pages of one language have in common. */
export type Common = ReturnType<typeof createCommon>

/** What only an element says that has to ask for its first view: here that is in the page. */
const isNeeded = (key: string) => !/^(?:error\.(?!text|broken)|card\.page|page\.load)/.test(key)

function createCommon({ pageStyles }: WidgetAssets, wanted: string) {
  const language = pickLanguage(Object.keys(CATALOGUES), wanted)
  const messages = CATALOGUES[language.split('-', 1)[0] ?? ''] ?? en
  const head = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-stuck>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="icon.svg">
<style>${pageStyles}</style>
`
  // The texts stand before the session, so that they are in what all pages begin with.
  const data = `{"messages":${jsonText(messageList(messages, isNeeded))},"view":`
  return {
    ui: createUi({ language, messages, hosted: true }),
    styleHash: hashSource(pageStyles),
    /** Of a page that only says something. */
    message: packBeginning(head),
    /** Of a checkout, as far as the session in the data that the element reads. */
    checkout: packBeginning(`${head}<script type="application/json" data-checkout>${data}`),
  }
}

const known = new WeakMap<WidgetAssets, Map<string, Common>>()

/** Made when the first page needs it. `language`: one of the few that the routes name. */
export function commonOf(assets: WidgetAssets, language: string): Common {
  const languages = known.get(assets) ?? new Map<string, Common>()
  const common = languages.get(language) ?? createCommon(assets, language)
  known.set(assets, languages.set(language, common))
  return common
}
