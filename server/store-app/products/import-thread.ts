import { answerJobs } from '../../threads/answer-jobs.ts'
import { readFileLines } from './import-file.ts'
import type { ReadProducts, SentFile } from './import-reader.ts'
import { readProducts } from './import-products.ts'

answerJobs(({ content, money }: SentFile): ReadProducts => {
  const { lines, problems } = readFileLines(content)
  return lines ? readProducts(lines, money) : { products: [], problems }
})
