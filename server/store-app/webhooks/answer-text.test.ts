import { describe, expect, test } from 'vitest'
import { answerText } from './answer-text.ts'

const text = (bytes: Uint8Array, isCut = false) => answerText(bytes, { isCut })
const encoded = (written: string) => new TextEncoder().encode(written)

describe('Store application, Developers: what an endpoint answered, as text', () => {
  test.each([
    ['{"ok":\ttrue}\n', '{"ok":\ttrue}\n'],
    ['one\r\ntwo\rthree', 'one\ntwo␍three'],
    ['a\0b\u001b[31mc\u0007', 'a␀b␛[31mc␇'],
    ['a\u007fb\u0085c', 'a[U+007F]b[U+0085]c'],
    ['pay \u202e1000\u2066\u200b', 'pay [U+202E]1000[U+2066][U+200B]'],
    ['a\u2028b\u2029', 'a[U+2028]b[U+2029]'],
    ['\u{e0041}', '[U+E0041]'],
    ['مرحبا 你好 é', 'مرحبا 你好 é'],
    ['</pre><script>', '</pre><script>'],
  ])('%j is shown as %j', (written, shown) => {
    expect(text(encoded(written))).toBe(shown)
  })

  test('bytes that are no text are seen as such', () => {
    expect(text(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]))).toBe('\ufffdPNG\ufffd␀')
  })

  test('a character that was cut in two is left out, and an incomplete one is seen', () => {
    const half = encoded('aé').subarray(0, 2)
    expect(text(half, true)).toBe('a')
    expect(text(half)).toBe('a\ufffd')
  })
})
