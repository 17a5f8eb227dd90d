import { parentPort } from 'node:worker_threads'
import type { Answer } from './thread.ts'

/** In a thread's own module: answers every job that the thread is given, in turn. */
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
