import { END_OF_ROWS } from './dump-format.ts'

const LINE_END = 0x0a
const END = Buffer.from(END_OF_ROWS)
const END_AFTER_ROW = Buffer.from(`\n${END_OF_ROWS}`)

/** Reads a dump from its first byte to its last, without ever holding more than a part of it. */
export function createDumpReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)

  async function readMore() {
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
      while (!rest.includes(LINE_END)) await readMore()
      return take(rest.indexOf(LINE_END) + 1)
        .toString()
        .slice(0, -1)
    },
    /** What follows a `COPY` line: whole rows, until the line that ends them. */
    async *rows(): AsyncGenerator<Buffer> {
      for (;;) {
        // Here the rest always begins with a line.
        while (rest.length < END.length) await readMore()
        if (rest.subarray(0, END.length).equals(END)) {
          take(END.length)
          return
        }
        const end = rest.indexOf(END_AFTER_ROW)
        const length = (end === -1 ? rest.lastIndexOf(LINE_END) : end) + 1
        if (length > 0) yield take(length)
        else await readMore()
      }
    },
  }
}

export type DumpReader = ReturnType<typeof createDumpReader>
