import { existsSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepIfRed } from './results.ts'

test('contract §1: logs stay when a run fails, until the next run of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hc-logs-'))
  const logs = join(folder, 'chaos')
  const run = (name: string, isGood: boolean) =>
    keepIfRed(logs, async () => {
      mkdirSync(logs, { recursive: true })
      writeFileSync(join(logs, name), '')
      return isGood
    })
  try {
    expect(await run('first.log', false)).toBe(false)
    expect(existsSync(join(logs, 'first.log'))).toBe(true)
    await run('second.log', false)
    expect(existsSync(join(logs, 'first.log'))).toBe(false)
    expect(existsSync(join(logs, 'second.log'))).toBe(true)
    expect(await run('third.log', true)).toBe(true)
    expect(existsSync(logs)).toBe(false)
    await expect(
      keepIfRed(logs, async () => {
        mkdirSync(logs)
        throw new Error('it never ends')
      }),
    ).rejects.toThrow('it never ends')
    expect(existsSync(logs)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
