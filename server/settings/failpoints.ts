import type { Failpoint } from '../checkout/checkout-deps.ts'

/** When the process dies or stops at a failpoint: at the n-th pass, or with this probability. */
export type FailpointRule = { failpoint: Failpoint; stops?: true } & (
  | { pass: number }
  | { probability: number }
)

const RULE = /^(K(?:[1-9]|1[01]))(?:@(\d{1,6})|:(0(?:\.\d+)?|1))?(=stop)?$/

/**
 * `K3` (first pass), `K3@2` (second), `K3:0.01` (1 % of passes). With `=stop` the process does not
 * die but stops until somebody lets it go on. Undefined for other text.
 */
export function parseFailpoint(text: string): FailpointRule | undefined {
  const [, failpoint, pass, probability, stop] = RULE.exec(text) ?? []
  if (failpoint === undefined) return undefined
  const name = failpoint as Failpoint
  const act = stop !== undefined && { stops: true as const }
  return probability === undefined
    ? { failpoint: name, pass: Number(pass ?? 1), ...act }
    : { failpoint: name, probability: Number(probability), ...act }
}

/** Kills or stops the process as the rules say, without any chance to clean up. */
export function createFailpoints(
  rules: FailpointRule[],
  { random, die, stop }: { random: () => number; die: () => void; stop: () => void },
) {
  const passes = new Map<Failpoint, number>()
  return (failpoint: Failpoint) => {
    const count = (passes.get(failpoint) ?? 0) + 1
    passes.set(failpoint, count)
    const due = rules.filter(
      (rule) =>
        rule.failpoint === failpoint &&
        ('pass' in rule ? rule.pass === count : random() < rule.probability),
    )
    if (due.some(({ stops }) => stops)) stop()
    if (due.some(({ stops }) => !stops)) die()
  }
}
