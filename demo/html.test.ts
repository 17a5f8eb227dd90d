import { describe, expect, test } from 'vitest'
import { html, render } from './html.ts'

describe('contract §1: the demo shop, html', () => {
  test('html escapes text and attribute values', () => {
    const name = `"><script>alert('x')</script>&`
    expect(render(html`<a title="${name}">${name}</a>`)).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>',
    )
  })

  test('html keeps markup that it made itself, alone and in lists', () => {
    const items = ['<a>', 'b'].map((item) => html`<li>${item}</li>`)
    expect(
      render(
        html`<ul>
          ${items}
        </ul>`,
      ),
    ).toBe('<ul>\n<li>&lt;a&gt;</li><li>b</li>\n</ul>')
  })

  test('html writes nothing for what is absent, and zero as zero', () => {
    expect(render(html`[${null}${undefined}${false}${''}]${0}`)).toBe('[]0')
  })

  test('html does not take an object from JSON for markup', () => {
    const forged = JSON.parse('{"Symbol(safe html)":"<b>"}')
    expect(() => render(html`${forged}`)).toThrow(TypeError)
  })
})
