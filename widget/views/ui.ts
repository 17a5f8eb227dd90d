import { html, type TemplateResult } from 'lit/html.js'
import type { Messages } from '../i18n/en.ts'
import {
  piecesOf,
  translator,
  type Filling,
  type MessageKey,
  type Translate,
} from '../i18n/translate.ts'

/**
 * What every view needs beside the state: the words, the formats, and whether the page is ours or a
 * merchant's.
 */
export type Ui = {
  t: Translate
  /**
   * A text in which everything filled in stays as it is: a translating browser leaves it alone, and
   * it keeps its own direction of writing.
   */
  kept: <Key extends MessageKey>(
    key: Key,
    filling: Record<Filling<Key>, string>,
  ) => (string | TemplateResult)[]
  language: string
  /** For times, on the server. (Default: the buyer's own, which the server cannot know.) */
  zone?: 'UTC'
  /** Our own page: with a header, and with `main` as its landmark. */
  hosted: boolean
  /** A place for what a merchant's page puts there. (Default: what is there otherwise.) */
  slot: (name: string, otherwise?: unknown) => unknown
  money: (amount: number, of: { currency: string; currencyDigits: number }) => string
  /** Of an ISO 3166-1 code. */
  countryName: (code: string) => string
}

const formats = new Map<string, unknown>()

/** A format is used many times, and made once: making it takes longer than all other drawing. */
function formatOf<Format>(key: string, make: () => Format): Format {
  if (!formats.has(key)) formats.set(key, make())
  return formats.get(key) as Format
}

/**
 * For a language that a browser has no formats of, and for the hours of English without a region:
 * with 24 of them nobody takes night for noon.
 */
const OTHERWISE = 'en-GB'

/** Chromium has no formats of it and the server has: one page would write one amount in two ways. */
const isMongolian = (language: string) => language.startsWith('mn')

const formatsOf = (language: string) => (isMongolian(language) ? OTHERWISE : language)

/** The digits of cards, and of the texts themselves. */
const LATIN = { numberingSystem: 'latn' }

type UiOptions = Pick<Ui, 'language' | 'hosted'> &
  Partial<Pick<Ui, 'slot' | 'zone'>> & { messages: Messages }

export function createUi({ messages, ...options }: UiOptions): Ui {
  const { language } = options
  return {
    slot: (_name, otherwise) => otherwise,
    ...options,
    t: translator(messages, language),
    kept: (key, filling) =>
      piecesOf(messages[key]).map((piece, index) =>
        index % 2
          ? html`<bdi translate="no">${filling[piece as keyof typeof filling]}</bdi>`
          : piece,
      ),
    money: moneyIn(language),
    countryName: (code) =>
      formatOf(
        `${language}-countries`,
        () => new Intl.DisplayNames([language, OTHERWISE], { type: 'region' }),
      ).of(code) ?? code,
  }
}

const moneyIn =
  (language: string): Ui['money'] =>
  (amount, { currency, currencyDigits: digits }) =>
    formatOf(
      language + currency + digits,
      () =>
        new Intl.NumberFormat(formatsOf(language), {
          ...LATIN,
          currencyDisplay: isMongolian(language) ? 'narrowSymbol' : 'symbol',
          style: 'currency',
          currency,
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }),
    ).format(amount / 10 ** digits)

/** Where twelve hours are usual, by the country in a currency's code. */
const TWELVE_HOURS = /^(?:US|CA|AU|NZ|IN|PK|BD|PH|EG|SA|AE|MY|MX|KR|CO)/

/**
 * The time of day or the full date of an instant; in UTC where the buyer's own zone is unknown, as
 * on the server. As the language writes it, but with 24 hours where the store's currency is not of a
 * country that counts to twelve: an American browser reads `12:35` in a store with euros.
 */
export const formatTime = (
  language: string,
  instant: string,
  { full, zone, currency }: { full: boolean; zone: 'UTC' | undefined; currency: string },
) =>
  formatOf(
    language + full + zone + currency,
    () =>
      new Intl.DateTimeFormat(formatsOf(language === 'en' ? OTHERWISE : language), {
        ...LATIN,
        ...(full && {
          day: 'numeric',
          month: isMongolian(language) ? '2-digit' : 'long',
          year: 'numeric',
        }),
        hour: 'numeric',
        minute: '2-digit',
        ...(!TWELVE_HOURS.test(currency) && { hourCycle: 'h23' }),
        ...(zone && { timeZone: zone, timeZoneName: 'short' }),
      }),
  ).format(new Date(instant))
