import { describe, expect, test } from 'vitest'
import { DEFAULT_ADDRESSES, createOpenApi } from '../../server/api/reference/document.ts'
import { documentsOf } from '../../server/api/reference/reader-document.ts'
import { compile, generate, install, writeDocuments } from './generators.ts'

// Nothing else in the tests needs the npm registry.
const isInstalled = await install().then(
  () => true,
  () => false,
)
if (!isInstalled) console.log('SKIPPED: generated clients, whose generators cannot be installed.')

describe('contract §3: GET /openapi.json, for clients that others generate', () => {
  test.skipIf(!isInstalled)(
    'generated clients let merchants write session.order once status is complete',
    async () => {
      const documents = documentsOf(createOpenApi(DEFAULT_ADDRESSES))
      await writeDocuments(
        'documents',
        new Map(documents.map(({ reader, document }) => [reader.name, document])),
      )
      await generate()
      const said = await compile().then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      )
      expect(said).toBe('')
    },
  )
})
