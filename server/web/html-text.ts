const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text from outside, for the content of an element or a quoted attribute. */
export const htmlText = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/**
 * JSON for a script element that is data: no `<` in it, so that neither `</script>` nor `<!--` can
 * end or open anything.
 */
export const jsonText = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
