import { WALLS } from './walls.ts'

/** Tests and programs that try the product. The product imports nothing from them. */
const WORKSHOP = ['server/testing/', 'widget/test/', 'lab/', 'scripts/']
const isOfWorkshop = (path: string) => WORKSHOP.some((room) => path.startsWith(room))
const isSpec = (path: string) =>
  /^(?:server|widget|npm)\/.*\.(?:test|spec|component)\.ts$/.test(path)

/** Whether the path begins with `entry`, folder by folder. */
function begins(path: string, entry: string) {
  const parts = path.split(/[/:]/)
  return entry
    .split(/[/:]/)
    .every((part, index) => index < parts.length && ['', '*', parts[index]].includes(part))
}

/**
 * Why `file` may not import `from`; undefined when it may. Both are paths in the repository.
 * `isType`: the import disappears at run time.
 */
export function refusalOf(file: string, from: string, isType: boolean): string | undefined {
  if (isOfWorkshop(file) || isSpec(file)) return undefined
  const wall = WALLS.find(({ of, ending = '' }) => begins(file, of) && file.endsWith(ending))
  if (!wall) return undefined
  const own = file.slice(0, file.lastIndexOf('/') + 1)
  const isListed = (list: string[] = []) =>
    list.some((entry) => begins(from, entry === '<own>' ? own : entry))
  const isOpen = isListed(wall.allow) || (isType && isListed(wall.types))
  const isWorkshop = isOfWorkshop(from) && !file.startsWith('e2e/')
  return isOpen && !isListed(wall.never) && !isWorkshop ? undefined : wall.because
}
