import { parentPort } from 'node:worker_threads'
import { answerTo } from '../../widget/session/work-answer.ts'

/** Works in its own thread, as on a buyer's own machine, so that it delays no measurement. */
parentPort?.on('message', (work: string) => {
  void answerTo(work).then((answer) => parentPort?.postMessage(answer))
})
