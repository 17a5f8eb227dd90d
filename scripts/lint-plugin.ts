import { dirname, join, relative, sep } from 'node:path'
import { refusalOf } from './refused-imports.ts'

type Specifier = { importKind?: string; exportKind?: string }
type FromNode = {
  source: { type: string; value?: unknown } | null
  importKind?: string
  exportKind?: string
  specifiers?: Specifier[]
}
type NewNode = { callee: { type: string; name?: string }; arguments: unknown[] }
type Context = {
  filename: string
  cwd: string
  report(problem: { node: unknown; message: string }): void
}

const isType = ({ importKind, exportKind }: Specifier) =>
  importKind === 'type' || exportKind === 'type'

const isTypeOnly = (node: FromNode) =>
  isType(node) ||
  (node.specifiers !== undefined && node.specifiers.length > 0 && node.specifiers.every(isType))

/** An architecture's wall: a folder imports what `walls.ts` lists for it, and nothing else. */
const importWall = {
  meta: { schema: false },
  create(context: Context) {
    const pathOf = (file: string) => relative(context.cwd, file).replaceAll(sep, '/')
    const visit = (node: FromNode) => {
      const from = node.source?.value
      if (typeof from !== 'string') return
      const target = from.startsWith('.') ? pathOf(join(dirname(context.filename), from)) : from
      const because = refusalOf(pathOf(context.filename), target, isTypeOnly(node))
      if (because === undefined) return
      context.report({ node, message: `'${from}' is behind this folder's wall. ${because}` })
    }
    return {
      ImportDeclaration: visit,
      ExportNamedDeclaration: visit,
      ExportAllDeclaration: visit,
      ImportExpression: visit,
    }
  },
}

/** `new Date()` reads the clock; the linter's own rules can only forbid `Date` as a whole. */
const noAmbientDate = {
  create: (context: Context) => ({
    NewExpression(node: NewNode) {
      if (
        node.callee.type !== 'Identifier' ||
        node.callee.name !== 'Date' ||
        node.arguments.length > 0
      )
        return
      context.report({
        node,
        message: 'The core does not read the clock: take `now` as an argument.',
      })
    },
  }),
}

// The linter looks for a plugin in its module's default export.
export default {
  meta: { name: 'project' },
  rules: { 'import-wall': importWall, 'no-ambient-date': noAmbientDate },
}
