import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { leanLit } from './lean-lit.ts'

const LIT = fileURLToPath(new URL('../lit-html/node/lit-html.js', import.meta.resolve('lit')))
const ours = (template: string) => leanLit(template, '/project/widget/views/a-view.ts')

test('checkout page §1: Lit is smaller by a quarter without what no template asks for', () => {
  const whole = readFileSync(LIT, 'utf8')
  expect(leanLit(whole, LIT)!.length).toBeLessThan(whole.length * 0.75)
})

test('checkout page §1: another Lit is refused, by the part that is no longer there', () => {
  const other = readFileSync(LIT, 'utf8').replace('class W{', 'class V{')
  expect(() => leanLit(other, LIT)).toThrow('no longer has class W{')
})

test.each([
  'html`<button @click=${press}></button>`',
  'html`<input .value=${text}>`',
  'svg`<path d="M0 0"/>`',
  'html`<textarea>${text}</textarea>`',
  'html`<!-- ${text} -->`',
  "import { repeat } from 'lit/directives/repeat.js'",
])(
  'checkout page §1: a template that asks for a part that is taken out is refused: %s',
  (template) => {
    expect(() => ours(template)).toThrow('takes out of Lit')
  },
)

test.each([
  'html`<input ?checked=${isChosen} value=${text}>`',
  'html`<textarea id="place" rows=${rows}></textarea><p>${text}</p>`',
])('checkout page §1: a template that asks for what is left is allowed: %s', (template) => {
  expect(ours(template)).toBeUndefined()
})
