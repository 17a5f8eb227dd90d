import type { StageName } from './stages.ts'

/** The stages in a line run one after the other, and the lines at the same time. */
export type Plan = StageName[][]

const SHORT_PLAN: Plan = [['static', 'unit', 'component', 'e2e-buyer'], ['integration']]
const LONG_PLAN: Plan = [
  ['integration-long', 'chaos', 'overload'],
  ['e2e-long', 'component-long'],
  // These wait for browsers and time-outs more than they work.
  ['engines', 'cuts', 'fuzz'],
]

/** Beside the others it would take longer than it saves. */
const BARE_PLAN: Plan = [['bare-machine']]

/** What can be asked for by name. Plans run one after the other. */
export const PLANS: Record<string, Plan[]> = {
  check: [[['static'], ['unit']]],
  short: [SHORT_PLAN],
  long: [LONG_PLAN, BARE_PLAN],
  all: [SHORT_PLAN, LONG_PLAN, BARE_PLAN],
}
