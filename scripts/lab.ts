import { join } from 'node:path'
import { provideRedis } from './tools.ts'
import { describePrograms, findProgram } from './lab-programs.ts'

const PROJECT = join(import.meta.dirname, '..')

/**
 * `npm run lab -- <program> [option…]` becomes that program, which reads the options itself.
 * Without a name it lists all programs.
 */
const words = process.argv.slice(2)
const program = findProgram(words)
if (program) {
  const missing = program.needsRedis ? provideRedis() : undefined
  if (missing !== undefined) refuse(missing)
  Object.assign(process.env, { ...program.defaults, ...process.env })
  const options = words.slice(program.name.split(' ').length)
  process.argv.splice(2, Infinity, ...(program.args ?? []), ...options)
  await import(join(PROJECT, program.file))
} else if (words.length > 0 && !words.includes('--help'))
  refuse(`There is no “${words.join(' ')}”.\n\n${describePrograms()}`)
else console.log(describePrograms())

function refuse(text: string): never {
  console.error(text)
  process.exit(1)
}
