import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program is; Debian keeps some of them where only root looks. */
export const findProgram = (name: string) =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find(isExecutable)

export function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
