import { beforeAll, describe, expect, test } from 'vitest'
import { stoppedIn } from './lint-layout.ts'

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

let stoppedOf: ReturnType<typeof stoppedIn>

beforeAll(() => {
  stoppedOf = stoppedIn('escaped-markup', [...PRODUCT, ...OTHERS], {
    unescaped: UNESCAPED,
    escaped: ESCAPED,
  })
}, 60_000)

describe('security: markup is written in one way', () => {
  test.each(PRODUCT)('the linter stops markup with values that nothing escapes in %s', (file) => {
    expect(stoppedOf(file, 'unescaped')).toEqual(UNESCAPED)
  })

  test.each(PRODUCT)('the linter lets markup of the tag pass in %s', (file) => {
    expect(stoppedOf(file, 'escaped')).toEqual([])
  })

  test.each(OTHERS)('the linter leaves texts of tests and programs alone: %s', (file) => {
    expect(stoppedOf(file, 'unescaped')).toEqual([])
  })
})
