import { join } from 'node:path'
import { buildPackage, packPackage } from './package/build-package.ts'

const DIST = join(import.meta.dirname, '../dist')
const BUILT = join(DIST, 'npm')

await buildPackage(BUILT)
const file = await packPackage(BUILT, DIST)
// npm only links a folder: its React would be the one that stands above it here.
console.log(`The package is written. In the folder of your shop:

  npm install '${file}'

To publish it instead: npm publish '${file}'`)
