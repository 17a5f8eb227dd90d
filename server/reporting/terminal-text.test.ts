import { Writable } from 'node:stream'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { describe, expect, test } from 'vitest'
import { toOneLine, toTerminalJson } from './terminal-text.ts'

/** Clears the screen, in two ways; goes back to the line's beginning; turns the direction. */
const HOSTILE = '\u001b[2Ja\u009b2Jb\rc\u202ed'

describe('contract §6: what operators read in a terminal', () => {
  test('text of others is one line, and no control character works', () => {
    expect(toOneLine(`first\n  second\r\n${HOSTILE}\u2028end\n`)).toBe(
      'first second \\u001b[2Ja\\u009b2Jb c\\u202ed end',
    )
    expect(toOneLine('Schön, „gut“ 東京 \\n')).toBe('Schön, „gut“ 東京 \\n')
  })

  test('a log line shows control characters instead of obeying them', () => {
    let shown = ''
    const target = new Writable({
      write: (chunk: Buffer, _, done) => {
        shown += chunk.toString()
        done()
      },
    })
    const log = pino(
      { hooks: { streamWrite: toTerminalJson } },
      pretty({ colorize: false, sync: true, destination: target }),
    )
    const error = Object.assign(new Error(HOSTILE), { stack: `Error: ${HOSTILE}\n    at here` })
    log.info({ text: HOSTILE, path: 'C:\\u001b\\', err: error }, `message ${HOSTILE}`)
    // oxlint-disable-next-line no-control-regex
    expect(shown).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
    expect(shown).toContain('message \\u001b[2Ja\\u009b2Jb\\rc\\u202ed')
    expect(shown).toMatch(/Error: \\u001b\[2Ja.*\n +at here/)
    expect(shown).toContain('C:\\u001b\\')
  })
})
