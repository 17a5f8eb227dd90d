import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * The order in which tests are asked about a mistake: those that noticed one in this file lately,
 * those that import it, then the quicker ones.
 */
export function openTestOrder(project: string) {
  const seconds = new Map<string, number>()
  const texts = new Map<string, string>()
  const noticed = new Map<string, string[]>()

  function textOf(test: string) {
    const text = texts.get(test) ?? readFileSync(join(project, test), 'utf8')
    texts.set(test, text)
    return text
  }

  const secondsOf = (test: string) => seconds.get(test) ?? 0

  return {
    took(found: Record<string, number>) {
      for (const [test, time] of Object.entries(found)) seconds.set(test, time)
    },
    hasNoticed(file: string, test: string) {
      noticed.set(file, [test, ...(noticed.get(file) ?? []).filter((other) => other !== test)])
    },
    orderOf(file: string, tests: string[]) {
      const lately = noticed.get(file) ?? []
      const rank = (test: string) => {
        const index = lately.indexOf(test)
        if (index !== -1) return index - lately.length
        return textOf(test).includes(`/${basename(file)}'`) ? 0 : 1
      }
      return tests.toSorted(
        (one, other) => rank(one) - rank(other) || secondsOf(one) - secondsOf(other),
      )
    },
    /** How long all of them take without a mistake, in milliseconds. */
    usualMs: (tests: string[]) =>
      tests.reduce((sum, test) => sum + secondsOf(test) * 1000 + 500, 0),
  }
}
