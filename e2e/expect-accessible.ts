import { readFileSync } from 'node:fs'
import { type Frame, type Page, expect } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules about colours. Light and dark differ in nothing else. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * axe finds nothing in the page and in each of its frames. No colour is changing meanwhile.
 * `rules`: only these.
 */
export async function expectAccessible(page: Page, rules?: string[]) {
  await page.waitForLoadState()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const violations = await Promise.all(page.frames().map((frame) => findViolations(frame, rules)))
  expect(violations.flat()).toEqual([])
}

/** A page needs these once, and its frames do not. */
const OF_PAGES = ['landmark-one-main', 'page-has-heading-one', 'region']

async function findViolations(frame: Frame, rules: string[] | undefined) {
  const isPage = frame.parentFrame() === null
  const options: axe.RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS },
    rules: isPage ? {} : Object.fromEntries(OF_PAGES.map((rule) => [rule, { enabled: false }])),
    iframes: false,
    resultTypes: ['violations'],
  }
  // Sending axe takes longer than running it.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
  const { violations } = await frame.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, given),
    options,
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

const LEAST_PX = 12

/** No text is so small that audits of searches call it unreadable on a phone. */
export async function expectReadable(page: Page) {
  const small = await page.evaluate(
    (least) =>
      [...document.body.querySelectorAll('*')]
        .filter((element) =>
          [...element.childNodes].some(
            (node) => node.nodeName === '#text' && node.textContent?.trim(),
          ),
        )
        .filter((element) => element.checkVisibility())
        .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < least)
        .map(({ outerHTML }) => outerHTML),
    LEAST_PX,
  )
  expect(small).toEqual([])
}
