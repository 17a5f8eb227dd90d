import { LANGUAGES } from '../i18n/catalogues.ts'
import type { Language } from '../i18n/language.ts'

type Group = Exclude<keyof Language, 'name'>

/** All of them, so that no text is outside of the tests. */
export const GROUPS = Object.keys(LANGUAGES['en']!).filter((key): key is Group => key !== 'name')

/** Every text, by its group and key. */
export const textsOf = (language: Language) =>
  GROUPS.flatMap((group) =>
    Object.entries(language[group]).map(([key, text]) => [`${group} ${key}`, text] as const),
  )
