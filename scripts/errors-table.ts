import { ERROR_CATALOGUE } from '../server/checkout/errors.ts'

const START = '<!-- errors: generated from server/checkout/errors.ts by `npm run docs` -->'
const END = '<!-- /errors -->'

const TABLE = [
  '| HTTP | code | when |',
  '|---|---|---|',
  ...Object.entries(ERROR_CATALOGUE).map(
    ([code, { status, when }]) => `| ${status} | \`${code}\` | ${when} |`,
  ),
].join('\n')

/** The guide's page of errors with the current table of errors. */
export function withErrorsTable(page: string) {
  const [before, rest] = page.split(START)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error('docs/guide/errors.md has lost the marks around its table of errors.')
  return `${before}${START}\n\n${TABLE}\n\n${END}${after}`
}
