import { beforeAll, describe, expect, test } from 'vitest'
import { findStopped } from './lint-layout.ts'

const UNESCAPED = [
  'export const name = (name: string) => `<p>${name}</p>`',
  'export const name = (name: string) => `${name}</p>`',
  'export const head = (note: string) => `<!-- ${note} -->`',
  "export const name = (name: string) => '<p>' + name",
  "export const name = (name: string) => name + '</p>'",
  'export const name = (name: string) => `<p>` + name',
  'export const name = (name: string) => String.raw`<p>${name}</p>`',
  'export const name = (name: string) => html`<p>${`<b>${name}</b>`}</p>`',
  'export const name = (name: string) => unsafeHtml(`title=${name}`)',
  "export const name = (name: string) => unsafeHtml('title=' + name)",
]

const ESCAPED = [
  'export const name = (name: string) => html`<p>${name}</p>`',
  'export const icon = (path: string) => svg`<path d="${path}"></path>`',
  'export const name = (name: string) => html`<p title=${`The ${name}`}></p>`',
  "export const end = '</textarea>'",
  'export const end = `</textarea>`',
  'export const limit = (most: number) => `It must be < ${most}.`',
  'export const sheet = (css: string) => unsafeHtml(css)',
]

const PRODUCT = ['server/hosted/a.ts', 'server/payments/test/a.ts', 'server/store-app/home/a.ts']
const OTHERS = ['server/hosted/a.test.ts', 'server/testing/a.ts', 'scripts/a.ts']

const nth = (file: string, index: number, kind: string) =>
  file.replace(/a\.([^/]*)$/, `${kind}-${index}.$1`)

let stopped: Set<string>

beforeAll(() => {
  const sources = [...PRODUCT, ...OTHERS].flatMap((file) => [
    ...UNESCAPED.map((source, index) => [nth(file, index, 'unescaped'), source] as const),
    ...ESCAPED.map((source, index) => [nth(file, index, 'escaped'), source] as const),
  ])
  stopped = findStopped(new Map(sources), ['escaped-markup'])
}, 60_000)

const stoppedOf = (sources: string[], file: string, kind: string) =>
  sources.filter((_, index) => stopped.has(nth(file, index, kind)))

describe('security: markup is written in one way', () => {
  test.each(PRODUCT)('the linter stops markup with values that nothing escapes in %s', (file) => {
    expect(stoppedOf(UNESCAPED, file, 'unescaped')).toEqual(UNESCAPED)
  })

  test.each(PRODUCT)('the linter lets markup of the tag pass in %s', (file) => {
    expect(stoppedOf(ESCAPED, file, 'escaped')).toEqual([])
  })

  test.each(OTHERS)('the linter leaves texts of tests and programs alone: %s', (file) => {
    expect(stoppedOf(UNESCAPED, file, 'unescaped')).toEqual([])
  })
})
