const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf(currency: string) {
  const formatter =
    formatters.get(currency) ?? new Intl.NumberFormat('en-IE', { style: 'currency', currency })
  formatters.set(currency, formatter)
  return formatter
}

/** `amount` is in the minor unit of `currency`: 1990 EUR is €19.90, and 1990 JPY is ¥1,990. */
export function formatMoney(amount: number, currency: string) {
  const formatter = formatterOf(currency)
  return formatter.format(amount / 10 ** (formatter.resolvedOptions().maximumFractionDigits ?? 2))
}
