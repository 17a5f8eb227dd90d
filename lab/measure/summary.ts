/** `pay 429 ×3, view 503` */
export const summaryOf = (texts: string[]) =>
  [...Map.groupBy(texts, (text) => text)]
    .map(([text, { length }]) => (length === 1 ? text : `${text} ×${length}`))
    .join(', ')
