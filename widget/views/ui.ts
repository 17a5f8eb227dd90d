import { html, type TemplateResult } from 'lit/html.js'
import type { Messages } from '../i18n/en.ts'
import {
  fillPieces,
  plainTranslator,
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
  messages: Messages
  /** (On the form without plural forms, which none of its texts has.) */
  t: Translate
  /**
   * A text whose filled-in values stay as they are: a translating browser leaves them alone, and
   * each keeps its own direction of writing.
   */
  kept: <Key extends MessageKey>(
    key: Key,
    filling: Record<Filling<Key>, string>,
  ) => (string | TemplateResult)[]
  language: string
  /** The time zone on the server. (Default: the buyer's own, which the server cannot know.) */
  zone?: string
  /** Our own page, which has a header and `main` as its landmark. */
  hosted: boolean
  /** A slot for something of the merchant's page. (Default: `otherwise`.) */
  slot: (name: string, otherwise?: unknown) => unknown
  money: (amount: number, of: { currency: string; currencyDigits: number }) => string
  /**
   * The time of day of an instant, or its full date. It is in UTC on the server, which does not
   * know the buyer's zone. It is written as the language does, but with 24 hours unless the store's
   * currency is of a country that counts to twelve: an American browser shows `12:35` for a store
   * with euros.
   */
  time: (instant: string, of: { full: boolean; currency: string }) => string
}

const formats = new Map<string, unknown>()

/** Each format is made once, because making it takes longer than all other drawing. */
function formatOf<Format>(key: string, make: () => Format): Format {
  if (!formats.has(key)) formats.set(key, make())
  return formats.get(key) as Format
}

/**
 * For languages without formats in a browser, and for hours in English without a region: with 24
 * hours nobody takes night for noon.
 */
const OTHERWISE = 'en-GB'

/**
 * The server has formats of Mongolian and Chromium has none, so one page would write an amount with
 * two formats.
 */
const isMongolian = (language: string) => language.startsWith('mn')

const formatsOf = (language: string) => (isMongolian(language) ? OTHERWISE : language)

/** The digits on cards and in our own texts. */
const LATIN = { numberingSystem: 'latn' }

type UiOptions = Pick<Ui, 'messages' | 'language' | 'hosted'> &
  Partial<Pick<Ui, 'slot' | 'zone' | 'time'>>

export function createUi(options: UiOptions): Ui {
  const { messages, language } = options
  return {
    slot: (_name, otherwise) => otherwise,
    time: timeIn(language),
    ...options,
    t: plainTranslator(messages),
    kept: (key, filling) =>
      fillPieces(
        messages[key],
        (name) => html`<bdi translate="no">${filling[name as keyof typeof filling]}</bdi>`,
      ),
    money: moneyIn(language),
  }
}

/** For what is said around the form and after it: some of these texts have plural forms. */
export const withPlurals = (ui: Ui): Ui => ({ ...ui, t: translator(ui.messages, ui.language) })

/** `code` is from ISO 3166-1. */
export const countryName = (code: string, { language }: Pick<Ui, 'language'>) =>
  formatOf(
    `${language}-countries`,
    () => new Intl.DisplayNames([language, OTHERWISE], { type: 'region' }),
  ).of(code) ?? code

/** It says that tax is in the total, where the store says so. */
export const totalText = (
  { pricesIncludeTax }: { pricesIncludeTax?: boolean | undefined },
  t: Ui['t'],
) => t('summary.total') + (pricesIncludeTax ? ` ${t('summary.tax')}` : '')

/** `14 days`; in Mongolian the number alone, as its text has the word. */
export const daysText = (count: number, { language }: Pick<Ui, 'language'>) =>
  formatOf(
    `${language}-days`,
    () =>
      new Intl.NumberFormat(formatsOf(language), {
        ...LATIN,
        style: isMongolian(language) ? 'decimal' : 'unit',
        unit: 'day',
        unitDisplay: 'long',
      }),
  ).format(count)

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

/** Countries that count hours to twelve, by the country in the code of their currency. */
const TWELVE_HOURS = /^(?:US|CA|AU|NZ|IN|PK|BD|PH|EG|SA|AE|MY|MX|KR|CO)/

/** With what the formats leave out: `1er mars`, `23:30 Uhr`. */
const spoken = (text: string, language: string) =>
  language.startsWith('fr')
    ? text.replace(/^1 /, '1er ')
    : text.replace(/:../, language.startsWith('de') ? '$& Uhr' : '$&')

type ZoneParts = Pick<Intl.DateTimeFormatOptions, 'timeZone' | 'timeZoneName'>

/** Mongolian days are written as Swedish ones, `2026-03-01`: every browser has formats of these. */
function timesOf(language: string) {
  if (isMongolian(language)) return 'sv'
  return language === 'en' ? OTHERWISE : language
}

const dayParts = (language: string) =>
  ({
    year: 'numeric',
    month: isMongolian(language) ? 'numeric' : 'long',
    day: 'numeric',
  }) as const

const timeIn =
  (language: string, zone: ZoneParts = {}): Ui['time'] =>
  (instant, { full, currency }) =>
    spoken(
      formatOf(
        language + full + zone.timeZone + currency,
        () =>
          new Intl.DateTimeFormat(timesOf(language), {
            ...LATIN,
            ...(full && dayParts(language)),
            hour: TWELVE_HOURS.test(currency) ? 'numeric' : '2-digit',
            minute: '2-digit',
            hourCycle: TWELVE_HOURS.test(currency) ? undefined : 'h23',
            ...zone,
          }),
      ).format(new Date(instant)),
      language,
    )

/** For a server, which does not know the buyer's own zone. `zone`: of the IANA database. */
export const inZone = (language: string, zone: string) => ({
  zone,
  time: timeIn(language, { timeZone: zone, timeZoneName: 'short' }),
})

/** A day of a calendar, such as `2026-03-01`, as `time` writes the day of an instant. */
export const dayText = (day: string, { language }: Pick<Ui, 'language'>) =>
  spoken(
    formatOf(
      `${language}-day`,
      () =>
        new Intl.DateTimeFormat(timesOf(language), {
          ...LATIN,
          ...dayParts(language),
          timeZone: 'UTC',
        }),
    ).format(new Date(`${day}T00:00Z`)),
    language,
  )
