/**
 * Who may import what: the architecture, as the linter holds it. `of` and the lists are the
 * beginnings of paths in this repository, names of packages, or the beginnings of `node:` modules;
 * `*` is any one folder, `<own>` the file's own. The first wall whose room the file is in counts,
 * and what it does not list stays outside.
 */
export type Wall = {
  of: string
  /** Only files that end like this. */
  ending?: string
  allow: string[]
  /** As a type only. */
  types?: string[]
  /** Stays outside although its folder is allowed. */
  never?: string[]
  because: string
}
