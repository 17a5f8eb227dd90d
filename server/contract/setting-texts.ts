import * as z from 'zod'

type SettingText = {
  /** What the setting is for, in a few words. */
  summary: string
  /** What else an operator has to know. */
  more?: string
  /** When the default depends on something else. */
  default?: string
  /** The unit of a number. */
  unit?: string
  /** `NAME_FILE` may name a file with its value. */
  isSecret?: true
  /** Only for tests of the service; production refuses it. */
  isForTests?: true
}

/** A setting that is `true` or `false`. */
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A refusal that names another setting than the one that was parsed. */
export function refuse(context: z.RefinementCtx, variable: string, message: string) {
  context.addIssue({ code: 'custom', path: [variable], message })
}

/** `docs/configuration.md` is made from these. */
export const SettingTexts = z.registry<SettingText>()
