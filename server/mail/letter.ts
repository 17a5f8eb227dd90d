import type { Branding } from '../checkout/stores/branding.ts'
import type { GuaranteeNotice } from '../contract/shown-store.ts'
import { languageOf } from '../../widget/i18n/catalogues.ts'
import { directionOf, fillText } from '../../widget/i18n/translate.ts'

/** Something to do: why, the words on its button, and where the button leads. */
export type Step = { text: string; label: string; url: string }

/** A button that needs no words before it. */
type Action = { label: string; url: string }

/** Lines of a name and what it is, such as where an order goes. */
export type Facts = { facts: { name: string; value: string }[] }

export type AmountLine = { name: string; amount: string; url?: string }

/** Amounts in one column, and what they come to. */
type Amounts = { amounts: AmountLine[]; total?: AmountLine }

/** Lines that lead somewhere. */
export type Links = { links: { name: string; url: string }[] }

/** A picture, its words, and where it leads. */
type Notice = { notice: GuaranteeNotice }

export type Part = string | { heading: string } | Step | Action | Facts | Amounts | Links | Notice

export type Letter = { subject: string; parts: Part[] }

export type Look = {
  storeName: string
  branding: Branding | null
  /** (Default: the store's name.) */
  logoUrl?: string | null
  /** BCP 47. (Default: English.) */
  language?: string
  /** (Default: left to right.) */
  direction?: 'ltr' | 'rtl'
}

/**
 * For a name in a line: the person who chose it must not add a header or a line, turn the writing
 * round, or have it decoded (`=?utf-8?…?=`, RFC 2047).
 */
export const inLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()

/** Keeps its own direction of writing in a sentence of another. */
export const isolated = (text: string) => `\u2068${text}\u2069`

const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * For values in texts of this language. From right to left a phone number is read group by group, and
 * so are some order numbers.
 */
export const keptIn = (language: string) => (text: string) =>
  directionOf(language) === 'rtl' || FROM_RIGHT.test(text) ? isolated(text) : text

/** As wide as a phone shows; longer names have their amount behind them. */
const NAME_WIDTH = 28

/** The amounts end below each other where the mail is shown in letters of one width. */
function textOfAmounts({ amounts, total }: Amounts, own: (text: string) => string) {
  const lines = [...amounts, ...(total ? [total] : [])].map(({ name, ...line }) => ({
    ...line,
    name: name.replaceAll('\n', ' · '),
  }))
  const width = Math.min(NAME_WIDTH, Math.max(...lines.map(({ name }) => name.length)))
  const end = Math.max(...lines.map(({ amount }) => amount.length))
  return lines
    .map(({ name, amount, url }) =>
      [
        `${own(name)}${' '.repeat(Math.max(0, width - name.length))}  ${' '.repeat(end - amount.length)}${own(amount)}`,
        ...(url ? [url] : []),
      ].join('\n'),
    )
    .join('\n')
}

function textOfPart(part: Part, language: string) {
  const { page, outcome } = languageOf(language)
  const own = keptIn(language)
  const labelled = (label: string, value: string) => fillText(page.labelled, { label, value })
  if (typeof part === 'string') return part
  if ('heading' in part) return part.heading
  if ('facts' in part)
    return part.facts
      .map(({ name, value }) =>
        labelled(name, value.split('\n').map(own).join(outcome['list.separator'])),
      )
      .join('\n')
  if ('amounts' in part) return textOfAmounts(part, own)
  if ('links' in part) return part.links.map(({ name, url }) => labelled(name, url)).join('\n')
  if ('notice' in part) return part.notice.text
  return 'text' in part ? `${part.text}\n${part.url}` : labelled(part.label, part.url)
}

/** `language`: BCP 47. */
export const textOf = ({ parts }: Letter, language = 'en') =>
  `${parts.map((part) => textOfPart(part, language)).join('\n\n')}\n`
