import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { findProgram } from '../../scripts/programs/find-program.ts'

const PROJECT = new URL('../../', import.meta.url)

const promtool = findProgram('promtool')
if (!promtool) console.log('SKIPPED: the alert rules, promtool')

const run = (...args: string[]) =>
  execFileSync(promtool!, args, {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

describe.runIf(promtool)('contract §6: The alert rules', () => {
  test('Prometheus reads them', () => {
    expect(run('check', 'rules', 'deploy/prometheus-rules.yml')).toContain('SUCCESS')
    expect(run('check', 'config', 'deploy/prometheus.yml')).toContain('SUCCESS')
  })

  test('each fires when it should, and none does on a usual day', () => {
    expect(run('test', 'rules', 'deploy/prometheus-rules.test.yml')).toContain('SUCCESS')
  })
})
