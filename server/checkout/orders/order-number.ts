/** Two groups of five digits or capital letters, as `ids.orderNumber()` makes them. */
export const isOrderNumber = (text: string) => /^[0-9A-Z]{5}-[0-9A-Z]{5}$/.test(text)
