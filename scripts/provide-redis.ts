// Runs before programs that start a Redis of their own: installs it where it can.
import { provideRedis } from './tools.ts'

const missing = provideRedis()
if (missing !== undefined) {
  console.error(missing)
  process.exitCode = 1
}
