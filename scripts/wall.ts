/**
 * Who may import what; the linter checks it. `of` and the lists are beginnings of paths in the
 * repository, package names, or beginnings of `node:` modules. `*` is any one folder and `<own>`
 * the file's own. The first wall whose `of` fits a file counts, and only what it lists may be
 * imported.
 */
export type Wall = {
  of: string
  /** Only files with this ending. */
  ending?: string
  allow: string[]
  /** For types only. */
  types?: string[]
  /** Forbidden although its folder is allowed. */
  never?: string[]
  because: string
}
