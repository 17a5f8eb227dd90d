import * as z from 'zod'
import { SETTINGS, VARIABLES } from '../server/config.ts'
import { SettingTexts } from '../server/contract/setting-texts.ts'
import { secretsOf } from '../server/settings/environment.ts'
import { variablesOf } from '../server/settings/variables-of.ts'

const HEADINGS: Record<keyof typeof SETTINGS, string> = {
  addresses: 'Addresses and proxies',
  storage: 'Database, cache and files',
  secrets: 'Secrets',
  limits: 'Limits and times',
  provider: 'Payments',
  stripe: 'Stripe',
  test: 'Test provider',
  mail: 'Mail',
  platform: 'Stores',
  webhooks: 'Webhooks',
  log: 'Log and traces',
  faults: 'For tests of the service',
}

const OF_TESTS = HEADINGS.faults

const code = (text: unknown) => `\`${String(text)}\``

function defaultOf(schema: z.core.$ZodType) {
  if (!(schema instanceof z.ZodDefault)) return 'unset'
  const { defaultValue } = schema.def
  return Array.isArray(defaultValue) ? 'unset' : code(defaultValue)
}

/** Undefined when the text alone says what is allowed. */
function valuesOf(schema: z.core.$ZodType, unit?: string): string | undefined {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return valuesOf(schema.unwrap(), unit)
  if (schema instanceof z.ZodPipe) return valuesOf(schema.in)
  if (schema instanceof z.ZodEnum) return schema.options.map(code).join(' · ')
  if (schema instanceof z.ZodNumber)
    return [`${schema.minValue} to ${schema.maxValue}`, unit].filter(Boolean).join(' ')
  return undefined
}

function describeSettings() {
  const named = Object.entries(SETTINGS).flatMap(([subject, schema]) =>
    variablesOf(typeof schema === 'function' ? schema('http://localhost') : schema).map(
      ([name, variable]) => ({ subject: subject as keyof typeof SETTINGS, name, variable }),
    ),
  )
  const described = named.flatMap(({ subject, name, variable }) => {
    const text = SettingTexts.get(variable)
    if (!text) return []
    const heading = text.isForTests ? OF_TESTS : HEADINGS[subject]
    const row = [
      code(name),
      text.default ?? defaultOf(variable),
      valuesOf(variable, text.unit) ?? '',
      text.summary,
    ]
    return [{ heading, name, row: `| ${row.join(' | ')} |`, more: text.more }]
  })
  const missing = named.find(({ name }) => described.every((each) => each.name !== name))
  if (missing) throw new Error(`${missing.name} has no text in the schema that reads it.`)
  return described
}

/** `docs/configuration.md`: every setting, from the schemas that read it. */
export function configurationDocs() {
  const settings = describeSettings()
  const sections = Object.values(HEADINGS).map((heading) => {
    const own = settings.filter((each) => each.heading === heading)
    const notes = own.flatMap(({ name, more }) => (more ? [`* ${code(name)}: ${more}\n`] : []))
    return `## ${heading}
${heading === OF_TESTS ? '\nProduction refuses these.\n' : ''}
| variable | default | values | meaning |
| --- | --- | --- | --- |
${own.map(({ row }) => `${row}\n`).join('')}${notes.length > 0 ? `\n${notes.join('')}` : ''}`
  })
  return `# Configuration

Written by \`npm run docs\` from the schemas that read the settings, in \`server/settings\` and in the folders of the providers.

All settings are environment variables; an empty one counts as unset. A wrong value stops the start with its name and the reason. So does a name that differs from one of these by one or two letters.

A secret may stand in a file: \`NAME_FILE\` names the file, and a line break at its end is ignored. Secrets are ${secretsOf(VARIABLES).map(code).join(', ')}.

${sections.join('\n')}`
}
