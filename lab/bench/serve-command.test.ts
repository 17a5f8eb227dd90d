import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT } from '../servers/lab-service.ts'
import { parseServe } from './serve-command.ts'

describe('performance: bench, what npm run serve runs', () => {
  test('the command of npm run serve is found with its flags', () => {
    expect(parseServe('exec node --enable-source-maps --a=2 dist/service/main.js')).toEqual({
      flags: ['--enable-source-maps', '--a=2'],
      main: 'dist/service/main.js',
    })
    expect(parseServe('exec sh scripts/run.sh --a=2 dist/service/main.js')).toEqual({
      flags: ['--a=2'],
      main: 'dist/service/main.js',
    })
    expect(parseServe('node server/process/main.ts')).toEqual({
      flags: [],
      main: 'server/process/main.ts',
    })
  })

  test('the command of npm run serve is found in this project', () => {
    const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
      scripts: { serve: string }
    }
    expect(parseServe(scripts.serve).main).toMatch(/^(dist|server)\//)
  })

  test('a command of npm run serve that cannot be read is not guessed', () => {
    expect(() => parseServe('docker compose up')).toThrow('docker compose up')
  })
})
