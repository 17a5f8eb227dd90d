import type { Messages } from '../i18n/en.ts'
import { translator, type Translate } from '../i18n/translate.ts'

/**
 * What every view needs beside the state: the words, the formats, and whether the page is ours or a
 * merchant's.
 */
export type Ui = {
  t: Translate
  language: string
  /** Our own page: with a header, and with `main` as its landmark. */
  hosted: boolean
  money: (amount: number, of: { currency: string; currencyDigits: number }) => string
}

const formats = new Map<string, unknown>()

/** A format is used many times, and made once: making it takes longer than all other drawing. */
function formatOf<Format>(key: string, make: () => Format): Format {
  if (!formats.has(key)) formats.set(key, make())
  return formats.get(key) as Format
}

type UiOptions = { language: string; messages: Messages; hosted: boolean }

export const createUi = ({ language, messages, hosted }: UiOptions): Ui => ({
  t: translator(messages),
  language,
  hosted,
  money: (amount, { currency, currencyDigits: digits }) =>
    formatOf(
      language + currency + digits,
      () =>
        new Intl.NumberFormat(language, {
          style: 'currency',
          currency,
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }),
    ).format(amount / 10 ** digits),
})

/**
 * The time of day or the full date of an instant; in UTC where the buyer's own zone is unknown, as
 * on the server.
 */
export const formatTime = (
  language: string,
  instant: string,
  { full, zone }: { full: boolean; zone: 'UTC' | undefined },
) =>
  formatOf(
    language + full + zone,
    () =>
      new Intl.DateTimeFormat(language, {
        ...(full && { day: 'numeric', month: 'long', year: 'numeric' }),
        hour: 'numeric',
        minute: '2-digit',
        ...(zone && { timeZone: zone, timeZoneName: 'short' }),
      }),
  ).format(new Date(instant))
