import { parentPort } from 'node:worker_threads'
import type { Answer } from './thread.ts'

/** For a thread's own module: answers the thread's jobs in order. */
export function answerJobs<Job, Result>(work: (job: Job) => Result) {
  parentPort?.on('message', (job: Job) => {
    parentPort?.postMessage(answerTo(work, job))
  })
}

function answerTo<Job, Result>(work: (job: Job) => Result, job: Job): Answer<Result> {
  try {
    return { result: work(job) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
