import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const HERE = import.meta.dirname

test('contract §2, DATABASE_URL: without the package of PostgreSQL it is one line that says what to set', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hc-binaries-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['embedded', 'connection']) await mkdir(join(folder, name))
  for (const name of [
    'embedded/embedded-binaries.ts',
    'embedded/embedded-account.ts',
    'connection/unusable-database.ts',
  ])
    await copyFile(join(HERE, '..', name), join(folder, name))
  const { findBinaries } = await import(join(folder, 'embedded/embedded-binaries.ts'))
  await expect(findBinaries(folder)).rejects.toMatchObject({
    // Such an error is printed without its stack.
    name: 'UnusableDatabase',
    message: expect.stringMatching(/^There is no embedded PostgreSQL here.*set DATABASE_URL\.$/),
  })
})
