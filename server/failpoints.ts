import type { Failpoint } from './checkout/checkout-deps.ts'

/**
 * When the process dies at a failpoint: the n-th time that it is passed, or with this probability
 * each time.
 */
export type FailpointRule = { failpoint: Failpoint } & ({ pass: number } | { probability: number })

const RULE = /^(K(?:[1-9]|1[01]))(?:@(\d{1,6})|:(0(?:\.\d+)?|1))?$/

/**
 * `K3` (the first time), `K3@2` (the second), `K3:0.01` (1 % of the times). Undefined for text that
 * is no rule.
 */
export function parseFailpoint(text: string): FailpointRule | undefined {
  const [, failpoint, pass, probability] = RULE.exec(text) ?? []
  if (failpoint === undefined) return undefined
  const name = failpoint as Failpoint
  return probability === undefined
    ? { failpoint: name, pass: Number(pass ?? 1) }
    : { failpoint: name, probability: Number(probability) }
}

/** Lets the process die, without a chance to clean up, where the rules say so. */
export function createFailpoints(
  rules: FailpointRule[],
  { random, die }: { random: () => number; die: () => void },
) {
  const passes = new Map<Failpoint, number>()
  return (failpoint: Failpoint) => {
    const count = (passes.get(failpoint) ?? 0) + 1
    passes.set(failpoint, count)
    const isDue = rules.some(
      (rule) =>
        rule.failpoint === failpoint &&
        ('pass' in rule ? rule.pass === count : random() < rule.probability),
    )
    if (isDue) die()
  }
}
