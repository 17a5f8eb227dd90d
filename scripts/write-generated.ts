import { writeFile } from 'node:fs/promises'
import { addressOf, generatedFiles } from './package/generated.ts'

for (const [path, text] of Object.entries(await generatedFiles()))
  await writeFile(addressOf(path), text)
