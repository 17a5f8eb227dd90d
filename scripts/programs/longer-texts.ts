const MORE = 0.4

/**
 * A text as in a language that needs 40 % more room: its own words are repeated with accents.
 * Placeholders, links and the last sign stay.
 */
export function longer(text: string): string {
  const words = text.replaceAll(/\{.*?\}|[[\]()]/g, '').trim()
  const more = words
    .slice(0, Math.ceil(words.length * MORE))
    .trim()
    .replaceAll(/[aeiou]/g, '$&\u0302')
  return /\s/.test(text) ? `${text} ${more}` : text.replace(/\P{L}*$/u, (end) => more + end)
}
