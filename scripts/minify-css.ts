import { transform } from 'lightningcss'

/** A style sheet without comments and white space. */
export const minifyCss = (css: string) =>
  transform({ filename: 'sheet.css', code: Buffer.from(css), minify: true }).code.toString()
