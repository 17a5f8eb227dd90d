/**
 * `lit/html.js` for the file that is fetched behind the form: its templates are drawn by the Lit of
 * the first file. A second one would know nothing of what the first has drawn, and a page that
 * enforces Trusted Types refuses its policy.
 */
export const html = (strings: TemplateStringsArray, ...values: unknown[]) => ({
  _$litType$: 1,
  strings,
  values,
})

export const nothing = Symbol.for('lit-nothing')
