const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an element's content or a quoted attribute. */
export const htmlText = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/** JSON for a script element, without `<`, so that neither `</script>` nor `<!--` occurs. */
export const jsonText = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
