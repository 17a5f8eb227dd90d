import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createDumpReader } from './dump-reader.ts'

const MIB = 1024 ** 2

const readerOf = (dump: string | Buffer, length = 4096) =>
  createDumpReader(
    (async function* inParts() {
      const bytes = Buffer.from(dump)
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
    })(),
  )

const rowsOf = async (reader: ReturnType<typeof readerOf>) =>
  (await buffer(reader.rows())).toString()

/** Of much more than any line, as from a small file that unpacks into a large one. */
async function* withoutEnd() {
  for (let chunk = 0; chunk < 3; chunk++) yield Buffer.alloc(MIB, 'x')
}

describe('contract §1: what a dump may look like', () => {
  test('lines and rows are the same however the bytes arrive', async () => {
    const dump = 'one\nrow\t\\\\.\n\\.x\n\n\\.\nafter rows\n\\.\nlast\n'
    for (const length of [1, 2, 3, 4, 5, 4096]) {
      const reader = readerOf(dump, length)
      expect(await reader.line()).toBe('one')
      expect(await rowsOf(reader)).toBe('row\t\\\\.\n\\.x\n\n')
      expect(await reader.line()).toBe('after rows')
      expect(await rowsOf(reader)).toBe('')
      expect(await reader.line()).toBe('last')
      await reader.end()
    }
  })

  test('a dump that is cut off is refused wherever it ends', async () => {
    const dump = 'one\nrow\n\\.\n'
    for (let length = 0; length < dump.length; length++) {
      const reader = readerOf(dump.slice(0, length))
      await expect(reader.line().then(() => rowsOf(reader))).rejects.toThrow('cut off')
    }
  })

  test('what follows the last line is refused', async () => {
    for (const length of [5, 9]) {
      const reader = readerOf('last\nmore', length)
      await reader.line()
      await expect(reader.end()).rejects.toThrow('goes on behind its last line')
    }
  })

  test('a line may have 64 KiB and no more', async () => {
    expect(await readerOf(`${'x'.repeat(65_536)}\n`).line()).toHaveLength(65_536)
    await expect(createDumpReader(withoutEnd()).line()).rejects.toThrow('longer')
    await expect(readerOf(`${'x'.repeat(200_000)}\n`, 200_001).line()).rejects.toThrow('longer')
  })

  test('a row may have a picture, and no row is held that never ends', async () => {
    const row = `${'x'.repeat(MIB)}\n`
    expect((await rowsOf(readerOf(`${row}\\.\n`, 2 ** 16))).length).toBe(row.length)
    const reader = createDumpReader(withoutEnd(), { maxRowBytes: MIB })
    await expect(rowsOf(reader)).rejects.toThrow('longer')
  })
})
