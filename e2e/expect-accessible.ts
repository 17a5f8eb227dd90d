import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe finds nothing, in the page and in every frame of it. */
export const expectAccessible = (page: Page) => expectNothing(new AxeBuilder({ page }).withTags(TAGS))

/** axe finds nothing in a page without frames, by these rules (default: all), in half the time. */
export const expectAccessibleDocument = (page: Page, rules?: string[]) => {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  return expectNothing(rules ? axe.withRules(rules) : axe.withTags(TAGS))
}

async function expectNothing(axe: AxeBuilder) {
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
}
