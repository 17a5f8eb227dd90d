type Specifier = { importKind?: string; exportKind?: string }
type FromNode = {
  source: { type: string; value?: unknown } | null
  importKind?: string
  exportKind?: string
  specifiers?: Specifier[]
}
type NewNode = { callee: { type: string; name?: string }; arguments: unknown[] }
type Wall = { allow: string[]; allowTypes?: string[]; because: string }
type Context = { options: [Wall]; report(problem: { node: unknown; message: string }): void }

const isType = ({ importKind, exportKind }: Specifier) =>
  importKind === 'type' || exportKind === 'type'

const isTypeOnly = (node: FromNode) =>
  isType(node) ||
  (node.specifiers !== undefined && node.specifiers.length > 0 && node.specifiers.every(isType))

/**
 * An architecture's wall: a folder imports what its list allows, and nothing else. The linter's own
 * `no-restricted-imports` knows only lists of what is forbidden, and looks past `import()`.
 */
const importWall = {
  meta: { schema: false },
  create(context: Context) {
    const [{ allow, allowTypes = [], because }] = context.options
    const matches = (patterns: string[], from: string) =>
      patterns.some((pattern) => new RegExp(`^(?:${pattern})`, 'u').test(from))
    const visit = (node: FromNode) => {
      const from = node.source?.value
      if (
        typeof from !== 'string' ||
        matches(allow, from) ||
        (isTypeOnly(node) && matches(allowTypes, from))
      )
        return
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
