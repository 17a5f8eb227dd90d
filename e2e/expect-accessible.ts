import { readFileSync } from 'node:fs'
import { type Frame, type Page, expect } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that look at colours: nothing else differs between light and dark. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * axe finds nothing, in the page as it stands and in every frame of it: with no colour on its way
 * to another one. `rules`: only these.
 */
export async function expectAccessible(page: Page, rules?: string[]) {
  await page.waitForLoadState()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const violations = await Promise.all(page.frames().map((frame) => findViolations(frame, rules)))
  expect(violations.flat()).toEqual([])
}

/** What a page needs once is not asked of its frames. */
const OF_PAGES = ['landmark-one-main', 'page-has-heading-one', 'region']

async function findViolations(frame: Frame, rules: string[] | undefined) {
  const isPage = frame.parentFrame() === null
  const options: axe.RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS },
    rules: isPage ? {} : Object.fromEntries(OF_PAGES.map((rule) => [rule, { enabled: false }])),
    iframes: false,
    resultTypes: ['violations'],
  }
  // To send it takes longer than to run it.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
  const { violations } = await frame.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, given),
    options,
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}
