import * as z from 'zod'

type SettingText = {
  /** What it is for, in a few words. */
  says: string
  /** What has to be known beside that. */
  more?: string
  /** Where it follows from something else. */
  default?: string
  /** Of a number. */
  unit?: string
  /** It is for tests of the service, and production refuses it. */
  isForTests?: true
}

/** From here comes `docs/configuration.md`. */
export const SettingTexts = z.registry<SettingText>()
