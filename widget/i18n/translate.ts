import type { en, Messages } from './en.ts'

export type MessageKey = keyof Messages

type Named<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never
type Filling<Key extends MessageKey> = Named<(typeof en)[Key]>

/** `t('payment.pay', { amount })`: the text of a key, with every `{name}` of it filled in. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...filling: [Filling<Key>] extends [never] ? [] : [Record<Filling<Key>, string | number>]
) => string

const RIGHT_TO_LEFT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/

/**
 * The first language wanted that we have texts in; with its region, since `en-GB` and `en-US` write
 * dates differently.
 */
export const pickLanguage = (
  available: readonly string[],
  ...wanted: (string | null | undefined)[]
): string =>
  wanted.find((language) => language && available.includes(language.split('-', 1)[0]!)) ?? 'en'

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'

export function translator(messages: Messages): Translate {
  return (key, ...[filling]) => {
    const values: Record<string, string | number> | undefined = filling
    if (!values) return messages[key]
    return messages[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  }
}
