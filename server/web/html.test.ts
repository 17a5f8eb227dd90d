import { describe, expect, test } from 'vitest'
import { html } from './html.ts'

describe('Every page of the server: its markup', () => {
  test('markup takes every value as text', () => {
    expect(html`<p title="${'"<&'}">${"</p>'"}</p>`.text).toBe(
      '<p title="&quot;&lt;&amp;">&lt;/p&gt;&#39;</p>',
    )
  })

  test('markup takes markup as such, lists in order, undefined as nothing, and drops our indents', () => {
    expect(
      html`<ul>
        ${['a', '<'].map((name) => html`<li>${name}</li>`)}${undefined}${0}
      </ul>`.text,
    ).toBe('<ul> <li>a</li><li>&lt;</li>0 </ul>')
  })

  test('an object that looks like markup is none', () => {
    const forged = JSON.parse('{"text":"<script>"}') as string
    expect(html`${forged}`.text).toBe('[object Object]')
  })
})
