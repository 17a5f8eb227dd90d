import { join } from 'node:path'
import { buildService } from './programs/build-service.ts'

const PROJECT = join(import.meta.dirname, '..')

const [, , into = join(PROJECT, 'dist/service'), revision] = process.argv

await buildService(PROJECT, into, revision)
