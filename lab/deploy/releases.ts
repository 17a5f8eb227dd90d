import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROJECT } from '../servers/lab-service.ts'

/** `built`: what `npm run build` makes, with its packages. `link`: folders of releases begin so. */
type Setup = { built: string; link: string }

/**
 * What is wrong with a release. `before`: runs before its service. `files`: what is written over its
 * own files in `dist/service`.
 */
export type Fault = { before?: string; files?: Record<string, string> }

/** Where a release goes wrong: what the requests are that it refuses, and in which processes. */
export const refusing = (condition: string, status: number) => `
  import { Server } from 'node:http'
  const { emit } = Server.prototype
  Server.prototype.emit = function (event, request, response) {
    if (event !== 'request' || !(${condition})) return emit.apply(this, arguments)
    request.resume()
    response.writeHead(${status}, { 'content-type': 'application/json' }).end('{}')
    return true
  }`

/** A folder as `docs/install.md` makes it. */
export async function makeRelease(
  { built, link }: Setup,
  name: string,
  { before, files = {} }: Fault = {},
) {
  const release = `${link}-${name}`
  await mkdir(release)
  // Links to packages and widget stay links.
  for (const part of ['dist', 'node_modules'])
    await cp(join(built, part), join(release, part), { recursive: true, verbatimSymlinks: true })
  await cp(join(PROJECT, 'deploy'), join(release, 'deploy'), { recursive: true })
  const service = join(release, 'dist/service')
  if (before !== undefined) {
    await rename(join(service, 'main.js'), join(service, 'service-main.js'))
    await writeFile(join(service, 'main.js'), `${before}\nawait import('./service-main.js')\n`)
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(service, file), text)
  return () => rm(release, { recursive: true })
}
