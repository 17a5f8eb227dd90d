import { answerJobs } from '../threads/answer-jobs.ts'
import { deriveKey } from './derive-key.ts'

answerJobs(deriveKey)
