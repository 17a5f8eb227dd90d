import { transform } from 'lightningcss'

/** Our sheets as browsers get them: without comments and white space, as short as they can be said. */
export const minifyCss = (css: string) =>
  transform({ filename: 'sheet.css', code: Buffer.from(css), minify: true }).code.toString()
