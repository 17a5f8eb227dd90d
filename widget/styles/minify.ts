/** Our sheets without their line breaks and indents; nothing in them depends on white space. */
export const minifyCss = (css: string) =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/;}/g, '}')
    .replace(/: /g, ':')
    .trim()
