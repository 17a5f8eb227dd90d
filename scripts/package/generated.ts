import { readFile } from 'node:fs/promises'
import { format } from 'oxfmt'
import { configurationDocs } from '../configuration.ts'
import { metricsAndLogsDocs } from '../metrics-and-logs.ts'
import { elementDocs } from './element-docs.ts'
import { elementTypes } from './element-types.ts'
import { evidenceTypes, wireTypes } from './wire-types.ts'

const PROJECT = new URL('../../', import.meta.url)

async function formatted(path: string, source: string) {
  const { code, errors } = await format(path, source, {
    printWidth: 100,
    semi: false,
    singleQuote: true,
  })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return code
}

/** The committed files that `npm run docs` writes, by path. */
export const generatedFiles = async (): Promise<Record<string, string>> => ({
  'docs/configuration.md': configurationDocs(),
  'docs/element.md': elementDocs(),
  'docs/metrics-and-logs.md': metricsAndLogsDocs(),
  'npm/element.ts': await formatted('npm/element.ts', elementTypes()),
  'npm/evidence.ts': await formatted('npm/evidence.ts', evidenceTypes()),
  'npm/wire.ts': await formatted('npm/wire.ts', wireTypes()),
})

export const addressOf = (path: string) => new URL(path, PROJECT)

export const readCommitted = (path: string) => readFile(addressOf(path), 'utf8')
