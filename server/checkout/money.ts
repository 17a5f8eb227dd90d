/** How many digits of an amount stand behind the decimal point (ISO 4217 list one, 2026). */
const DIGITS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: [
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC',
    'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR',
    'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD',
    'NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN',
    'SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  ].join(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const DIGITS_OF = new Map(
  Object.entries(DIGITS).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
)

export const CURRENCIES = [...DIGITS_OF.keys()].toSorted()

export const isCurrency = (code: string) => DIGITS_OF.has(code)

export function currencyDigits(code: string) {
  const digits = DIGITS_OF.get(code)
  if (digits === undefined) throw new RangeError(`${code} is not a currency of ISO 4217`)
  return digits
}

/** `1990` of EUR is "19.90": the plain number, as fields, files and crawlers have it. */
export function priceText(amount: number, currency: string) {
  const digits = currencyDigits(currency)
  if (digits === 0) return String(amount)
  const text = String(amount).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Writes amounts in the minor unit as the language (BCP 47) does. */
export function moneyFormat(language: string, currency: string) {
  const digits = currencyDigits(currency)
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // As a text, since a quotient of large numbers is not exact.
  return (amount: number) => format.format(`${amount}E-${digits}` as Intl.StringNumericLiteral)
}
