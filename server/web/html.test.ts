import { describe, expect, test } from 'vitest'
import { html, insertAfter, joinHtml, scriptJson } from './html.ts'

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

  test('markup takes values with others between them', () => {
    const list = joinHtml(['a', '<', html`<b></b>`], html`<i></i>`)
    expect(html`${list}`.text).toBe('a<i></i>&lt;<i></i><b></b>')
    expect(html`${joinHtml([], ', ')}`.text).toBe('')
  })

  test('markup takes more behind the first of its tags, as text unless it is markup', () => {
    const fields = html`<i>a</i><i>b</i>`
    expect(insertAfter(fields, /<i>/, '$&<').text).toBe('<i>$&amp;&lt;a</i><i>b</i>')
    expect(insertAfter(fields, /<i>/, html`<b></b>`).text).toBe('<i><b></b>a</i><i>b</i>')
  })

  test('data for a script ends no script', () => {
    const data = { text: '</script><!--\u2028' }
    const { text } = scriptJson(data)
    expect(text).not.toMatch(/[<\u2028]/)
    expect(JSON.parse(text)).toEqual(data)
  })
})
