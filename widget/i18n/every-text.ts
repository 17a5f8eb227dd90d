import { LANGUAGES } from './catalogues.ts'
import type { Language } from './language.ts'

type Group = Exclude<keyof Language, 'name'>

/** All of them, so that no text is outside of the tests. */
const GROUPS = Object.keys(LANGUAGES['en'] ?? {}).filter((key): key is Group => key !== 'name')

/** Every text, by its group and key. */
export const textsOf = (language: Language) =>
  GROUPS.flatMap((group) =>
    Object.entries(language[group]).map(([key, text]) => [`${group} ${key}`, text] as const),
  )
