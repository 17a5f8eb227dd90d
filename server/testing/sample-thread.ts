import { answerJobs } from '../threads/answer-jobs.ts'

answerJobs((job: string) => {
  switch (job) {
    case 'throw':
      throw new Error('thrown in a thread')
    case 'exit':
      return process.exit(1)
    case 'never end':
      for (;;);
    case 'take all memory': {
      const taken: number[][] = []
      for (;;) taken.push(Array.from({ length: 100_000 }, () => Math.random()))
    }
    default:
      return `${job} done`
  }
})
