import type { en, Messages } from './en.ts'

export type MessageKey = keyof Messages

type Named<Text> = Text extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}|${string}` ? Name : Hole) | Named<Rest>
  : never
/** The names in a text that something is filled in for. */
export type Filling<Key extends MessageKey> = Named<(typeof en)[Key]>

/** `t('payment.pay', { amount })`: the text of a key, with every `{name}` of it filled in. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...filling: [Filling<Key>] extends [never] ? [] : [Record<Filling<Key>, string | number>]
) => string

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  /^(ar|he)/.test(language) ? 'rtl' : 'ltr'

/** A text in pieces; every second one is what stood in braces. */
export const piecesOf = (text: string) => text.split(/[{}]/)

export const translator =
  (messages: Messages, language: string): Translate =>
  (key, ...[filling]) => {
    const values: Record<string, string | number> = filling ?? {}
    return piecesOf(messages[key])
      .map((piece, index) => {
        if (index % 2 < 1) return piece
        // `{left|one:# piece|other:# pieces}`: the form that the language's own rules ask for, `#`
        // in it being the number.
        const [name = '', ...forms] = piece.split('|')
        const value = values[name]
        const last = forms.at(-1)
        if (last === undefined) return value
        const rule = new Intl.PluralRules(language).select(Number(value))
        const form = forms.find((one) => one.startsWith(rule)) ?? last
        return form.replace(/.*?:/, '').replace('#', String(value))
      })
      .join('')
  }
