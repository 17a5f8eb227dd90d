/**
 * `lit/html.js` for the file that is fetched behind the form: its templates are drawn by the Lit of
 * the first file. A second one would know nothing of what the first has drawn, and a page that
 * enforces Trusted Types refuses its policy.
 */
const template =
  (type: 1 | 2) =>
  (strings: TemplateStringsArray, ...values: unknown[]) => ({ _$litType$: type, strings, values })

export const html = template(1)
export const svg = template(2)
export const nothing = Symbol.for('lit-nothing')
