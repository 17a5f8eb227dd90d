import { parentPort } from 'node:worker_threads'
import { answerTo } from '../../widget/session/work-answer.ts'

/** A buyer's own processor: what it works out does not delay what is measured here. */
parentPort?.on('message', (work: string) => {
  void answerTo(work).then((answer) => parentPort?.postMessage(answer))
})
