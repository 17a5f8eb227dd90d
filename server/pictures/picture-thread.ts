import { answerJobs } from '../threads/answer-jobs.ts'
import { encode } from './encode.ts'

answerJobs(encode)
