import { END_OF_ROWS } from './dump-format.ts'

const LINE_END = 0x0a
const END = Buffer.from(END_OF_ROWS)
const END_AFTER_ROW = Buffer.from(`\n${END_OF_ROWS}`)

/** The longest line of our own names the columns of one table. */
const MAX_LINE_BYTES = 65_536
/** The longest row has a picture, of which an upload has 2 MiB. */
const MAX_ROW_BYTES = 32 * 1024 ** 2

const assertShort = (length: number, maxBytes: number) => {
  if (length > maxBytes) throw new Error('A line is longer than those of a backup.')
}

/**
 * Reads a dump from its first byte to its last, without ever holding more than a part of it.
 * @throws {Error} when a line is longer than any of a dump
 */
export function createDumpReader(
  source: AsyncIterable<Buffer>,
  { maxRowBytes = MAX_ROW_BYTES } = {},
) {
  const chunks = source[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)

  async function readMore(maxBytes: number) {
    assertShort(rest.length, maxBytes)
    const { done, value } = await chunks.next()
    if (done) throw new Error('The backup is cut off: its last line is missing.')
    rest = Buffer.concat([rest, value])
  }

  function take(length: number) {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }

  return {
    /** The next line, without its end. */
    async line() {
      while (!rest.includes(LINE_END)) await readMore(MAX_LINE_BYTES)
      const length = rest.indexOf(LINE_END)
      assertShort(length, MAX_LINE_BYTES)
      return take(length + 1)
        .toString()
        .slice(0, -1)
    },
    /** What follows a `COPY` line: whole rows, until the line that ends them. */
    async *rows(): AsyncGenerator<Buffer> {
      for (;;) {
        // Here the rest always begins with a line.
        while (rest.length < END.length) await readMore(maxRowBytes)
        if (rest.subarray(0, END.length).equals(END)) {
          take(END.length)
          return
        }
        const end = rest.indexOf(END_AFTER_ROW)
        const length = (end === -1 ? rest.lastIndexOf(LINE_END) : end) + 1
        if (length > 0) yield take(length)
        else await readMore(maxRowBytes)
      }
    },
    /** @throws {Error} when there is more */
    async end() {
      const { done } = rest.length > 0 ? {} : await chunks.next()
      if (!done) throw new Error('The backup goes on behind its last line.')
    },
  }
}

export type DumpReader = ReturnType<typeof createDumpReader>
