import type { Faults } from './faults.ts'
import type { Actor, Scheduler } from './scheduler.ts'

/** After this long a caller gives up. */
const CALL_DEADLINE_MS = 5_000

type Request<Answer> = {
  /** For the trace. */
  label: readonly [name: string, subject: string]
  /** What the request does when it arrives; returns the answer. */
  arrive(): Answer
  /** What a caller takes no answer for. */
  silence: Answer
  /** The answer to another request. */
  crossed(): Answer
}

/** The network between a process and a bank: messages are lost, late, doubled or crossed. */
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
