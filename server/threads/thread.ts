import { Worker } from 'node:worker_threads'

/** A thread's answer. An error crosses between threads only as its message. */
export type Answer<Result> = { result: Result } | { failure: string }

/** The work was not done: out of time, the thread failed, or it is closed. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError'
}

export type Thread<Job, Result> = ReturnType<typeof createThread<Job, Result>>

/** A thread's file beside the one that starts it: TypeScript, or JavaScript in a bundle. */
export const threadFile = (name: string, { url }: Pick<ImportMeta, 'url'>) =>
  new URL(`${name}${url.slice(url.lastIndexOf('.'))}`, url)

const THREAD_IDLE_MS = 30_000

/**
 * A thread that does one job after the other, away from the event loop and from Node's shared
 * threads. It starts with its first job and ends after a long time without one.
 * @param file a module that calls `answerJobs`
 * @param idleMs how long it waits for a job, in milliseconds (default 30,000)
 * @param maxHeapMb the limit of its JavaScript memory (default: Node's)
 */
export function createThread<Job, Result>(
  file: URL,
  { idleMs = THREAD_IDLE_MS, maxHeapMb }: { idleMs?: number; maxHeapMb?: number } = {},
) {
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const end = async () => {
    clearTimeout(idleTimer)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  return {
    isRunning: () => worker !== undefined,

    /**
     * One job at a time: the caller must take turns. A job that takes longer than `budgetMs` is
     * stopped with its thread. @throws {ThreadError} when there is no result
     */
    async run(job: Job, { budgetMs }: { budgetMs?: number } = {}): Promise<Result> {
      clearTimeout(idleTimer)
      worker ??= new Worker(file, {
        execArgv: [],
        ...(maxHeapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
      })
      worker.ref()
      try {
        const answer = await answerOf<Job, Result>(worker, job, budgetMs)
        if ('failure' in answer) throw new Error(answer.failure)
        return answer.result
      } catch (error) {
        // Not awaited, because native code ends only when it is done.
        if (error instanceof ThreadError) void end()
        throw error
      } finally {
        worker?.unref()
        idleTimer = setTimeout(() => void end(), idleMs)
        idleTimer.unref()
      }
    },

    close: end,
  }
}

const answerOf = <Job, Result>(worker: Worker, job: Job, budgetMs: number | undefined) =>
  new Promise<Answer<Result>>((resolve, reject) => {
    const settle = (action: () => void) => {
      clearTimeout(timer)
      for (const name of ['message', 'error', 'exit']) worker.removeAllListeners(name)
      action()
    }
    const fail = (message: string, cause?: unknown) =>
      settle(() => reject(new ThreadError(message, { cause })))
    const timer =
      budgetMs === undefined ? undefined : setTimeout(() => fail('the job took too long'), budgetMs)
    worker.once('message', (answer: Answer<Result>) => settle(() => resolve(answer)))
    worker.once('error', (cause) => fail('the thread failed', cause))
    worker.once('exit', () => fail('the thread ended'))
    worker.postMessage(job)
  })
