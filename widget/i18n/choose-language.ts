import { LANGUAGES } from './catalogues.ts'

type Tag = { language: string; region: string | undefined; script: string | undefined }

/** With its likely script: who reads `zh-TW` asks for other signs than those of `zh-CN`. */
function parseTag(tag: string | null | undefined): Tag | undefined {
  try {
    const locale = new Intl.Locale(tag ?? '')
    const { language, region } = locale
    return { language, region, script: locale.maximize().script }
  } catch {
    // Anyone may write anything there, and what is no tag names no language.
    return undefined
  }
}

const OURS = Object.keys(LANGUAGES).map((tag) => ({ tag, ...parseTag(tag) }))

function pickLanguage(wanted: (string | null | undefined)[]): string {
  const tags = wanted.map(parseTag)
  for (const tag of tags) {
    const ours = OURS.find(
      ({ language, script }) => language === tag?.language && script === tag?.script,
    )?.tag
    const region = tags.find((other) => other?.language === ours && other?.region)?.region
    if (ours) return region ? `${ours}-${region}` : ours
  }
  return 'en'
}

/** What was chosen for these wishes: browsers have few, and to choose takes long. */
const chosen = new Map<string, string>()
const MOST_CHOSEN = 1000

/**
 * The first language wanted that we have texts in. With its region, or with that of a later wish
 * for the same language, since `en-GB` and `en-US` write dates differently; but as its texts are
 * where those are of one region alone. Of the regions only those that formats are known for, since
 * a server keeps pages of each and anybody may ask for any.
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
