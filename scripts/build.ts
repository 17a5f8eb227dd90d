import { join } from 'node:path'
import { buildService } from './programs/build-service.ts'

const PROJECT = join(import.meta.dirname, '..')

await buildService(PROJECT, join(PROJECT, 'dist/service'))
