import { collectDefaultMetrics, Registry } from 'prom-client'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DESCRIBED, type MetricRow } from './metrics-and-logs.ts'

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const RULES = textOf('deploy/prometheus-rules.yml')
const CASES = textOf('deploy/prometheus-rules.test.yml')
const DASHBOARD = textOf('deploy/grafana-dashboard.json')

const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })
const metrics = [...DESCRIBED, ...(ofProcess.getMetricsAsArray() as unknown as MetricRow[])]
ofProcess.clear()

/** Every series that Prometheus gets, with its labels. */
const SERIES = new Map(
  metrics.flatMap(({ name, type, labelNames }): [string, string[]][] =>
    type === 'histogram'
      ? ['_bucket', '_sum', '_count'].map((end) => [name + end, [...labelNames, 'le']])
      : [[name, labelNames]],
  ),
)

/** Labels that Prometheus adds. */
const SCRAPED = ['job', 'instance']

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

const namesIn = (text: string) => [...text.matchAll(/\b(?:checkout|nodejs|process)_[a-z0-9_]+/g)]

describe('contract §6: The alert rules and the dashboard', () => {
  test.each([
    ['the rules', RULES],
    ['the tests of the rules', CASES],
    ['the dashboard', DASHBOARD],
  ])('%s name only metrics that there are, with labels that these have', (_name, text) => {
    const names = namesIn(text).map(([name]) => name)
    expect(names.filter((name) => !SERIES.has(name))).toEqual([])
    const selectors = text.matchAll(/\b((?:checkout|nodejs|process)_[a-z0-9_]+)\{([^}]*)\}/g)
    for (const [, name = '', matchers = ''] of selectors)
      for (const [, label] of matchers.matchAll(/(\w+)=~?\\?"/g))
        expect([...SCRAPED, ...(SERIES.get(name) ?? [])], `${name}{${label}}`).toContain(label)
  })

  test('each rule has a test that it fires and one that it does not', () => {
    const alerts = [...RULES.matchAll(/alert: (\w+)/g)].map(([, alert]) => alert)
    expect(alerts.length).toBeGreaterThan(20)
    for (const alert of alerts) {
      expect(CASES).toContain(`- alertname: ${alert}\n`)
      expect(CASES).toContain(`- { alertname: ${alert}, eval_time: 3h, exp_alerts: [] }`)
    }
  })

  test('each rule leads to a section that names it', () => {
    const rules = RULES.matchAll(
      /alert: (\w+)\n[^]*?runbook_url: '\{\{ \$externalLabels\.docs \}\}\/(\S+?)#(\S+)'/g,
    )
    expect(textOf('deploy/prometheus.yml')).toMatch(/external_labels:\n.*\n +docs: https:/)
    const linked = [...rules]
    expect(linked).toHaveLength(RULES.match(/alert: /g)?.length ?? 0)
    const unnamed = linked.filter(([, alert, page = '', anchor]) => {
      const sections = textOf(`docs/${page}`).split(/^#+ /m)
      const section = sections.find((text) => anchorOf(text.split('\n')[0] ?? '') === anchor)
      return !section?.includes(`\`${alert}\``)
    })
    expect(unnamed.map(([, alert, page, anchor]) => `${alert} ${page}#${anchor}`)).toEqual([])
  })

  test('the dashboard shows each metric of the service that somebody can look at', () => {
    const shown = namesIn(RULES + DASHBOARD).map(([name]) => name)
    const unseen = DESCRIBED.filter(({ name }) => !shown.some((each) => each.startsWith(name)))
    expect(unseen.map(({ name }) => name)).toEqual([
      'checkout_reconciliation_breaks_total',
      'checkout_orphaned_payments_resolved_total',
      'checkout_refunds_made_at_provider_total',
    ])
  })
})
