import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBeyondBaseline } from './baseline.ts'

test('checkout page §8: what not every browser of the floor has is found, by its position', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hc-baseline-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = `URL.parse('a')
crypto.randomUUID()
new Set().difference(new Set())
requestIdleCallback(() => {})
Promise.try(() => {})
URL.canParse('a')
const own = { parse: () => 1, randomUUID: () => 1 }
own.parse(own.randomUUID())`
  await writeFile(join(folder, 'a.js'), script)
  await writeFile(
    join(folder, 'a.css'),
    'a { field-sizing: content; color: light-dark(red, blue) }',
  )
  const positions = (await findBeyondBaseline(folder)).map((finding) => finding.split(' ', 1)[0])
  expect([...new Set(positions.map((position) => position?.replace(/:\d+$/, '')))]).toEqual([
    'a.css:1',
    'a.js:1',
    'a.js:2',
    'a.js:3',
    'a.js:4',
    'a.js:5',
  ])
})
