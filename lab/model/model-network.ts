import type { Faults } from './faults.ts'
import type { Actor, Scheduler } from './scheduler.ts'

/** After so long a caller gives up. */
const CALL_DEADLINE_MS = 5_000

type Request<Answer> = {
  /** What is asked, and about what; for the trace. */
  label: readonly [name: string, subject: string]
  /** What the request does when it arrives, and what the answer to it is. */
  arrive(): Answer
  /** What a caller makes of no answer. */
  silence: Answer
  /** The answer to a question about somebody else's. */
  crossed(): Answer
}

/** Between a process and a bank: requests and answers are lost, come late, twice, or crossed. */
export const createNetwork =
  ({ scheduler, faults }: { scheduler: Scheduler; faults: Faults }) =>
  async <Answer>(
    actor: Actor,
    { label, arrive, silence, crossed }: Request<Answer>,
  ): Promise<Answer> => {
    const fate = faults.call()
    const giveUp = () =>
      scheduler.step(
        actor,
        ['no answer to', label[0]],
        () => silence,
        scheduler.now() + CALL_DEADLINE_MS,
      )
    const arriveLate = () => {
      void scheduler.step(faults.world, ['late', label.join(' ')], arrive, faults.late())
    }
    if (fate === 'request lost') return giveUp()
    if (fate === 'done late') {
      arriveLate()
      return giveUp()
    }
    const answer = await scheduler.step(actor, label, arrive)
    if (fate === 'done twice') arriveLate()
    if (fate === 'answer lost') return giveUp()
    return scheduler.step(
      actor,
      ['answer to', label[0]],
      () => (fate === 'answers crossed' ? crossed() : answer),
      fate === 'slow' ? faults.soon() : scheduler.now(),
    )
  }
