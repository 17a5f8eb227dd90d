import { join } from 'node:path'
import { buildPackage } from './package/build-package.ts'

await buildPackage(join(import.meta.dirname, '../dist/npm'))
console.log('dist/npm is written: `npm publish ./dist/npm` publishes it.')
