import { answerJobs } from '../../../threads/answer-jobs.ts'
import { readFileLines } from './import-file.ts'
import { type ReadProducts, readProducts } from './import-products.ts'
import type { SentFile } from './import-reader.ts'

answerJobs(({ content, money }: SentFile): ReadProducts => {
  const { lines, problems } = readFileLines(content)
  return problems.length > 0 ? { products: [], problems } : readProducts(lines, money)
})
