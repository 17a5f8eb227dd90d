import type { en, Messages } from './en.ts'

export type MessageKey = keyof Messages

/** The names of what is filled into a text. */
export type HoleNames<Text> = Text extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}|${string}` ? Name : Hole) | HoleNames<Rest>
  : never
export type Filling<Key extends MessageKey> = HoleNames<(typeof en)[Key]>

/** `t('payment.pay', { amount })` is the text of that key with its `{amount}` filled in. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...filling: [Filling<Key>] extends [never] ? [] : [Record<Filling<Key>, string | number>]
) => string

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  /^(ar|he)/.test(language) ? 'rtl' : 'ltr'

/** The text in pieces. Every second piece stood in braces. */
export const piecesOf = (text: string) => text.split(/[{}]/)

/** The text in pieces, with a value for each that was in braces. */
export const fillPieces = <Value>(text: string, valueOf: (piece: string) => Value) =>
  piecesOf(text).map((piece, index) => (index % 2 ? valueOf(piece) : piece))

/** A text with all its names filled in. To know no value for a name is a mistake in the text. */
export const fillText = (text: string, values: Readonly<Record<string, string>>) =>
  fillPieces(text, (name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {${name}} in the text "${text}"`)
    return value
  }).join('')

/** For texts without plural forms, as all texts of the form are. */
export const plainTranslator =
  (messages: Messages): Translate =>
  (key, ...[filling]) => {
    const values: Record<string, string | number> = filling ?? {}
    return fillPieces(messages[key], (name) => values[name]).join('')
  }

/** For every text. */
export const translator =
  (messages: Messages, language: string): Translate =>
  (key, ...[filling]) => {
    const values: Record<string, string | number> = filling ?? {}
    return fillPieces(messages[key], (piece) => {
      // `{left|one:# piece|other:# pieces}` has a form for each case of the language's plural
      // rules, and `#` is the number.
      const [name = '', ...forms] = piece.split('|')
      const value = values[name]
      const last = forms.at(-1)
      if (last === undefined) return value
      const rule = new Intl.PluralRules(language).select(Number(value))
      const form = forms.find((one) => one.startsWith(rule)) ?? last
      return form.replace(/.*?:/, '').replace('#', String(value))
    }).join('')
  }
