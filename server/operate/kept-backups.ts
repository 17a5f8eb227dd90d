import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Names sort by their moments. What a killed backup has left ends with `.partial`. */
const NAME = /^hosted-checkout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup(\.partial)?$/

/** A file in `folder` for the backup of this moment. */
export const nameBackup = (folder: string, now: Date) =>
  join(folder, `hosted-checkout-${now.toISOString().replaceAll(/[:.]/g, '-')}.backup`)

/**
 * Removes all but the newest `keep` backups that have a name of `nameBackup`, and unfinished ones
 * that are older than these. `written` counts as the newest, whatever its name says.
 * @returns how many files are gone
 */
export async function removeOlder(written: string, keep: number) {
  const folder = dirname(written)
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && NAME.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => name !== basename(written))
    .toSorted()
  const others = names.filter((name) => !name.endsWith('.partial'))
  const [oldest = basename(written)] = others.slice(Math.max(0, others.length - keep + 1))
  const old = names.filter((name) => name < oldest)
  for (const name of old) await rm(join(folder, name))
  return old.length
}
