import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Between light and dark nothing differs but colours. */
export const CONTRAST = ['color-contrast']

/** axe finds nothing, in the page and in every frame of it. `rules`: only these. */
export const expectAccessible = (page: Page, rules?: string[]) =>
  expectNothing(page, new AxeBuilder({ page }), rules)

/** axe finds nothing in a page that has no frames, in half the time. */
export const expectAccessibleDocument = (page: Page, rules?: string[]) =>
  expectNothing(page, new AxeBuilder({ page }).setLegacyMode(), rules)

/** In the page as it stands: whole, and with no colour on its way to another one. */
async function expectNothing(page: Page, axe: AxeBuilder, rules: string[] | undefined) {
  await page.waitForLoadState()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze()
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    ),
  ).toEqual([])
}
