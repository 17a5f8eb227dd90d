import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchFolders } from './watching.ts'

let root: string
let onChange = vi.fn<(files: string[]) => void>()
let watching: { stop: () => Promise<void> }

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'watching-'))
  for (const folder of ['one/inner', 'other/inner'])
    mkdirSync(join(root, folder), { recursive: true })
  onChange = vi.fn<(files: string[]) => void>()
  watching = await watchFolders([join(root, 'one'), join(root, 'other')], (files) =>
    onChange(files),
  )
})

afterEach(async () => {
  await watching.stop()
  rmSync(root, { recursive: true })
})

/** Until the watcher has begun with a folder it may miss what happens there. */
const untilBegun = (folder: string) =>
  vi.waitFor(
    () => {
      const probe = join(folder, 'probe.ts')
      const changed = onChange.mock.calls.flat(2)
      if (!changed.includes(probe)) appendFileSync(probe, '.')
      expect(changed).toContain(probe)
    },
    { timeout: 25_000, interval: 400 },
  )

/** It is told that this file has changed. */
async function expectChanged(file: string, change: () => void) {
  const before = onChange.mock.calls.length
  change()
  await vi.waitFor(() => expect(onChange.mock.calls.slice(before).flat(2)).toContain(file), {
    timeout: 25_000,
    interval: 20,
  })
}

describe('contract §1: what npm run dev watches', () => {
  test('npm run dev notices, in each folder, a file that is written, renamed over, or added to', async () => {
    const change = async (name: string) => {
      const folder = join(root, name)
      const file = join(folder, 'saved.ts')
      const draft = join(root, `draft-${name.replace('/', '-')}.ts`)
      await untilBegun(folder)
      await expectChanged(file, () => writeFileSync(file, 'a'))
      writeFileSync(draft, 'b')
      await expectChanged(file, () => renameSync(draft, file))
      for (const addition of ['c', 'd', 'e'])
        await expectChanged(file, () => appendFileSync(file, addition))
    }
    await Promise.all(['one', 'one/inner', 'other', 'other/inner'].map(change))
  })

  test('npm run dev is told of no test that is written', async () => {
    const folder = join(root, 'one')
    await untilBegun(folder)
    for (const name of ['a.test.ts', 'a.spec.ts']) writeFileSync(join(folder, name), '')
    const file = join(folder, 'a.ts')
    await expectChanged(file, () => writeFileSync(file, ''))
    const names = onChange.mock.calls.flatMap(([files]) => files.map((each) => basename(each)))
    expect(new Set(names.filter((each) => each.startsWith('a.')))).toEqual(new Set(['a.ts']))
  })
})
