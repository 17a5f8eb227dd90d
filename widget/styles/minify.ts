/** Our sheets without comments, line breaks and indents; nothing in them depends on white space. */
export const minifyCss = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/;}/g, '}')
    .replace(/: /g, ':')
    .trim()
