import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { findProgram } from '../../scripts/programs/find-program.ts'
import { startProgram, stopProgram } from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { startTestService } from '../../server/testing/servers/test-service.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { readComposeFile, readSettings, wordsOf } from './compose-file.ts'

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8')

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
    for (const file of ['prometheus', 'prometheus-compose'])
      expect(run('check', 'config', `deploy/${file}.yml`)).toContain('SUCCESS')
  })

  test('each fires when it should, and none does on a usual day', () => {
    expect(run('test', 'rules', 'deploy/prometheus-rules.test.yml')).toContain('SUCCESS')
  })
})

const prometheus = findProgram('prometheus')
if (!prometheus) console.log('SKIPPED: the profile metrics of compose.yaml, prometheus')

describe('operations §1: the profile metrics of compose.yaml', () => {
  const file = readComposeFile(readSettings(read('.env.example')))
  const config = read('deploy/prometheus-compose.yml')

  test('asks every process of the service, at the port of its metrics', () => {
    const processes = Object.entries(file.services).filter(([name]) => /^service-\d/.test(name))
    const targets = processes.map(([name, { environment }]) => [
      name,
      environment?.['METRICS_PORT'],
    ])
    expect(targets).toHaveLength(2)
    const { scrape_configs: jobs } = parse(config) as { scrape_configs: object[] }
    expect(jobs).toEqual([
      {
        job_name: 'hosted-checkout',
        static_configs: [{ targets: targets.map((each) => each.join(':')) }],
      },
    ])
  })

  test('no part of the file takes all memory or all of the disk with its log', () => {
    for (const [name, { mem_limit: memory, logging }] of Object.entries(file.services))
      expect([name, memory, logging]).toEqual([
        name,
        expect.stringMatching(/^\d+[mg]$/),
        { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
      ])
  })

  test.runIf(prometheus)(
    'Prometheus collects the metrics of a process as Compose starts it',
    async () => {
      const [metricsPort, port] = [await findFreePort(), await findFreePort()]
      const service = await startTestService({ env: { METRICS_PORT: String(metricsPort) } })
      onTestFinished(service.stop)
      const folder = mkdtempSync(join(tmpdir(), 'hc-prometheus-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      copyFileSync(
        join(PROJECT, 'deploy/prometheus-rules.yml'),
        join(folder, 'prometheus-rules.yml'),
      )
      writeFileSync(
        join(folder, 'prometheus.yml'),
        config.replace('15s', '1s').replace(/targets: .*/, `targets: ['127.0.0.1:${metricsPort}']`),
      )
      const args = wordsOf(file.services['prometheus']?.command).map((word) =>
        word.replace('/etc/prometheus', folder).replace('=/prometheus', `=${folder}/data`),
      )
      const address = `127.0.0.1:${port}`
      const program = startProgram(prometheus!, [...args, `--web.listen-address=${address}`], {
        stdio: 'ignore',
      })
      onTestFinished(async () => {
        await stopProgram(program)
      })
      const ask = async () => {
        const query = encodeURIComponent('up{job="hosted-checkout"}')
        const answer = await fetch(`http://${address}/api/v1/query?query=${query}`).catch(
          () => undefined,
        )
        return answer?.text()
      }
      await expect.poll(ask).toMatch(/"value":\[[\d.]+,"1"\]/)
      const rules = await fetch(`http://${address}/api/v1/rules`)
      expect(await rules.text()).toContain('"name":"ServiceDown"')
    },
  )
})
