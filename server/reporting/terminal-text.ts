const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Text of others as a terminal may show it: on one line, and without what moves the cursor, changes
 * colours or turns the direction.
 */
export const toOneLine = (text: string) =>
  text
    .trim()
    .replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, ' ')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, escaped)

/** A line of JSON whose texts a terminal may show: their control characters stay escaped. */
export const toTerminalJson = (line: string) =>
  line
    .replaceAll(/\\(?:u[\da-f]{4}|.)/gi, (escape) =>
      /^\\(?:u00[01]|[bfr])/i.test(escape) ? `\\${escape}` : escape,
    )
    .replaceAll(/[\u007f-\u009f\p{Bidi_Control}]/gu, (character) => `\\${escaped(character)}`)
