import { rmSync } from 'node:fs'
import { runService } from '../server/process/run-service.ts'
import { anotherBuild } from '../server/testing/servers/another-build.ts'

/** The service of the next version: what pages load from it has other content and other names. */
const { folder, directory } = await anotherBuild((script) => `${script}\n// The next version.`)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
await runService({ widgetDirectory: directory })
