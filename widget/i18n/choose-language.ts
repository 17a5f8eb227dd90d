import { LANGUAGES } from './catalogues.ts'
import { textsTag } from './texts-tag.ts'

type Tag = { language: string; region: string | undefined; script: string | undefined }

/** Adds the likely script: readers of `zh-TW` need other signs than readers of `zh-CN`. */
function parseTag(tag: string | null | undefined): Tag | undefined {
  try {
    const locale = new Intl.Locale(tag ?? '')
    const { language, region } = locale
    return { language, region, script: locale.maximize().script }
  } catch {
    // A browser may send anything, and what is no tag names no language.
    return undefined
  }
}

const OURS = Object.keys(LANGUAGES).map((tag) => ({ tag, ...parseTag(tag) }))

function pickLanguage(wanted: (string | null | undefined)[]): string {
  const tags = wanted.map(parseTag)
  for (const wish of tags) {
    const region = tags.find((other) => other?.language === wish?.language && other?.region)?.region
    const withRegion = region ? `${wish?.language}-${region}` : `${wish?.language}`
    const ours = OURS.find(
      ({ tag, language, script }) =>
        language === wish?.language &&
        script === wish?.script &&
        textsTag(tag) === textsTag(withRegion),
    )
    if (ours) return ours.tag === ours.language ? withRegion : ours.tag
  }
  return 'en'
}

/** Remembers the choice for a list of wishes, since choosing takes long and the lists repeat. */
const chosen = new Map<string, string>()
const MOST_CHOSEN = 1000

/**
 * The first wanted language that we have texts in, with its region or the region of a later wish
 * for the same language, because `en-GB` and `en-US` write dates differently. Texts of one region
 * alone keep their own region. A region without formats is left out: a server keeps pages of each
 * region, and anybody may ask for any.
 */
export function chooseLanguage(...wanted: (string | null | undefined)[]): string {
  const key = wanted.join()
  const known = chosen.get(key)
  if (known) return known
  const { locale } = new Intl.DateTimeFormat(pickLanguage(wanted)).resolvedOptions()
  if (chosen.size === MOST_CHOSEN) chosen.clear()
  chosen.set(key, locale)
  return locale
}
