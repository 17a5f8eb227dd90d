import { describe, expect, test } from 'vitest'
import { inLine, textOf } from './letter.ts'
import { htmlOf } from './letter-html.ts'

const LETTER = {
  subject: 'A <b>subject</b>',
  parts: [
    'Ana & <script>alert(1)</script>',
    { text: 'Look here:', label: 'Open it', url: 'https://pay.example/?a=1&b="2"' },
  ],
}

describe('Store application, Settings → Branding: a mail', () => {
  test('a mail says in its text what to do, and where', () => {
    expect(textOf(LETTER)).toBe(
      'Ana & <script>alert(1)</script>\n\nLook here:\nhttps://pay.example/?a=1&b="2"\n',
    )
  })

  test('a mail has no element that is not its own', () => {
    const html = htmlOf(LETTER, { storeName: '<img src=x>\nLoom', branding: null })
    expect(html).not.toMatch(/<(?:b|script|img)\b/)
    expect(html).toContain('&lt;img src=x&gt; Loom')
    expect(html).toContain('href="https://pay.example/?a=1&amp;b=&quot;2&quot;"')
  })

  test('a name in a line adds no line, turns no writing round, and is nothing to decode', () => {
    expect(inLine('Loom\r\nBcc: x \u202Eevil\u2028y ')).toBe('Loom Bcc: x  evil y')
    expect(inLine('=?utf-8?B?UGF5UGFs?=')).not.toContain('=?')
  })

  test('a mail looks as our page does where the store has chosen nothing', () => {
    const html = htmlOf(LETTER, { storeName: 'Loom', branding: null })
    expect(html).toContain('border-radius:10px;background:#1f4fd8;color:#ffffff')
    expect(html).toContain('font:16px/1.5')
  })
})
