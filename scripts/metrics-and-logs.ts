import { LOG_EVENTS } from '../server/reporting/log-events.ts'
import { createMetrics } from '../server/reporting/metrics.ts'

const code = (text: string) => `\`${text}\``

const events = Object.entries(LOG_EVENTS).map(
  ([name, { level, summary, fields }]) =>
    `| ${[code(name), level, summary, fields.map(code).join(', ')].join(' | ')} |`,
)

/** The metrics of the service itself, with the values of labels that are known from the start. */
export type MetricRow = {
  name: string
  type: string
  help: string
  labelNames: string[]
  hashMap: Record<string, { labels: Record<string, string> }>
}

export const DESCRIBED = createMetrics().registry.getMetricsAsArray() as unknown as MetricRow[]

function labelsOf({ name, labelNames, hashMap }: MetricRow) {
  const known = name.endsWith('_info') ? [] : Object.values(hashMap)
  return labelNames.map((label) => {
    const values = known.flatMap(({ labels }) => labels[label] ?? [])
    return values.length > 0 ? `${code(label)}: ${values.join(', ')}` : code(label)
  })
}

const metrics = DESCRIBED.toSorted((one, other) => one.name.localeCompare(other.name)).map(
  (metric) =>
    `| ${[code(metric.name), metric.type, labelsOf(metric).join('; '), metric.help].join(' | ')} |`,
)

/** `docs/metrics-and-logs.md`: what the service tells those who run it. */
export const metricsAndLogsDocs = () => `# Metrics and logs

Written by \`npm run docs\` from \`server/reporting/metrics.ts\` and \`server/reporting/log-events.ts\`. [Operate](operate.md#what-to-watch) says what to watch.

## Metrics

With \`METRICS_PORT\`, \`GET /metrics\` on that port answers in the text format of Prometheus. Beside these there are \`process_…\` and \`nodejs_…\` with memory, CPU, garbage collection and the lag of the event loop. The port has no password: let only Prometheus reach it.

Each process counts for itself. Labels have few values, and none comes from a request:

* \`route\` is the pattern of a path, \`none\` where there is no such page. \`status\` is a class, such as \`2xx\`.
* \`call\` is authorize, capture, cancel, refund, retrieve, refundPart, readCharge, findEntry or returnPayment.
* \`kind\` of a provider's failure: \`timeout\` (5 s), \`connection\`, \`credentials\` (401, 403), \`rate_limit\` (429), \`provider\` (5xx), \`request\` (other refusals) or \`other\`.
* \`scope\` and \`reason\` of refused payments: the limits of [a session, a network and a store](threat-model.md), or that the provider does not answer.

| metric | type | labels | what it is |
| --- | --- | --- | --- |
${metrics.join('\n')}

## Log

A line is a JSON object with \`time\` (ISO 8601, UTC), \`level\` (${code('info')}, ${code('warn')}, …), \`pid\`, \`hostname\` and \`msg\`, which is the event's name. A few lines of the start have a sentence as \`msg\`. No line has a key, a token, a whole session id, or anything of a buyer.

* \`requestId\`: the answer's \`Request-Id\`. \`route\`: the pattern of the path. \`durationMs\`: milliseconds until the answer was written.
* \`session\`: the beginning of a session's id. \`amount\`, \`amountTotal\` and \`captured\` are in the currency's minor unit.
* \`client\`, \`account\`: keyed hashes of a network and of a member's address, the same for the same one.
* \`traceId\`, \`spanId\`: of [the trace](operate.md#traces) in which the line was written, where there are traces.
* \`error\`: \`type\`, \`message\`, \`stack\` and \`code\`.

| msg | level | when | fields |
| --- | --- | --- | --- |
${events.join('\n')}
`
