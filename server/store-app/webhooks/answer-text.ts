const HIDDEN = /[^\P{C}\n\t\u{e000}-\u{f8ff}]|[\p{Zl}\p{Zp}]/gu

/** U+0000 to U+001F have pictures of their own. */
const PICTURES = 0x2400

function visible(character: string) {
  const code = character.codePointAt(0) ?? 0
  return code < 0x20
    ? String.fromCodePoint(PICTURES + code)
    : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

/**
 * What a stranger's server has sent, as text: bytes that are none become U+FFFD, and characters that
 * would be unseen, or turn the text around, can be seen. `isCut`: it may end within a character.
 */
export const answerText = (bytes: Uint8Array, { isCut }: { isCut: boolean }) =>
  new TextDecoder()
    .decode(bytes, { stream: isCut })
    .replaceAll('\r\n', '\n')
    .replaceAll(HIDDEN, visible)
