import { dirname, join, relative, sep } from 'node:path'
import { refusalOf } from './refused-imports.ts'

type Specifier = { importKind?: string; exportKind?: string }
type FromNode = {
  source: { type: string; value?: unknown } | null
  importKind?: string
  exportKind?: string
  specifiers?: Specifier[]
}
type Text = {
  type: string
  value?: unknown
  expressions?: unknown[]
  quasis?: { value: { cooked: string } }[]
  parent?: { type: string; tag?: NameNode }
}
type NameNode = { type: string; name?: string; object?: NameNode; property?: NameNode }
type CallNode = { callee: NameNode; arguments: unknown[] }
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

/** A folder imports only what `walls.ts` allows. */
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

const IN_CORE = 'The core does not read the clock: take `now` as an argument.'
const IN_TEST =
  'No test reads the clock or sleeps: a machine may stand still between any two lines. Hold the ' +
  'clocks in your hand (server/testing/test-clocks.ts), or say what is true after any pause.'

const TIMER_MODULE = /^(?:node:)?timers(?:\/promises)?$/
/** Global functions or the page's; `test.setTimeout` is another one. */
const TIMERS = new Set(['setTimeout', 'setInterval'])
const GLOBALS = new Set(['window', 'globalThis', 'self', 'global'])
const READINGS = new Set(['Date.now', 'performance.now'])

const nameOf = ({ type, name }: NameNode) => (type === 'Identifier' ? name : undefined)

function readsClock(callee: NameNode) {
  if (callee.type === 'Identifier') return TIMERS.has(callee.name ?? '') || callee.name === 'Date'
  if (callee.type !== 'MemberExpression' || !callee.object || !callee.property) return false
  const [object = '', member = ''] = [nameOf(callee.object), nameOf(callee.property)]
  return (
    READINGS.has(`${object}.${member}`) ||
    (GLOBALS.has(object) && TIMERS.has(member)) ||
    member === 'waitForTimeout'
  )
}

/** Core and tests do not read the clock; the test harness may. */
const noClock = {
  meta: { schema: false },
  create(context: Context) {
    const message = /\.(?:spec|test|component)\.ts$/.test(context.filename) ? IN_TEST : IN_CORE
    const report = (node: unknown) => context.report({ node, message })
    return {
      ImportDeclaration(node: FromNode) {
        if (TIMER_MODULE.test(String(node.source?.value))) report(node)
      },
      NewExpression(node: CallNode) {
        if (nameOf(node.callee) === 'Date' && node.arguments.length === 0) report(node)
      },
      CallExpression(node: CallNode) {
        if (readsClock(node.callee)) report(node)
      },
    }
  },
}

const UNESCAPED =
  'Markup is written with the tag of server/web/html.ts, which escapes what is put into it. Only ' +
  'what is our own may pass through `unsafeHtml`, as it is.'
const MARKUP = /<[a-z/!]/i
const MARKUP_TAGS = new Set(['html', 'svg'])

/** Text with values in it. */
const isFilled = ({ type, expressions = [] }: Text) =>
  (type === 'TemplateLiteral' && expressions.length > 0) || type === 'BinaryExpression'

const isMarkup = ({ value, quasis = [] }: Text) =>
  [value, ...quasis.map((quasi) => quasi.value.cooked)].some(
    (text) => typeof text === 'string' && MARKUP.test(text),
  )

/** Nothing is put into markup but by the tag. */
const escapedMarkup = {
  meta: { schema: false },
  create(context: Context) {
    const report = (node: unknown) => context.report({ node, message: UNESCAPED })
    return {
      TemplateLiteral(node: Text) {
        const { tag } = node.parent ?? {}
        if (tag && MARKUP_TAGS.has(nameOf(tag) ?? '')) return
        if (isFilled(node) && isMarkup(node)) report(node)
      },
      BinaryExpression(node: { operator: string; left: Text; right: Text }) {
        if (node.operator === '+' && [node.left, node.right].some(isMarkup)) report(node)
      },
      CallExpression(node: CallNode) {
        const isUnsafe = nameOf(node.callee) === 'unsafeHtml'
        if (isUnsafe && (node.arguments as Text[]).some(isFilled)) report(node)
      },
    }
  },
}

const UNCHECKED =
  'A row is read by `columns` (server/postgres/columns.ts), which checks each value: a type that ' +
  'is only claimed compiles with a wrong name.'

type Expression = {
  type: string
  expression?: Expression
  argument?: Expression
  object?: Expression
} & Partial<Pick<CallNode, 'callee' | 'arguments'>> & { typeArguments?: unknown }

const readsRows = ({ type, callee }: Expression) =>
  type === 'CallExpression' &&
  ['row', 'rows'].includes((callee?.property && nameOf(callee.property)) ?? '')

/** `rows` of `(await rows)[0] as Type`, without what surrounds it. */
function innermost(node: Expression): Expression {
  const inner =
    node.expression ?? node.argument ?? (node.type === 'MemberExpression' && node.object)
  return inner ? innermost(inner) : node
}

/** Nobody but `columns` says what a row is: neither by a type argument nor by a cast. */
const checkedRows = {
  meta: { schema: false },
  create(context: Context) {
    const report = (node: unknown) => context.report({ node, message: UNCHECKED })
    return {
      CallExpression(node: Expression) {
        if (readsRows(node) && node.typeArguments) report(node)
      },
      TSAsExpression(node: Expression) {
        if (readsRows(innermost(node))) report(node)
      },
    }
  },
}

// The linter expects a plugin as the default export.
export default {
  meta: { name: 'project' },
  rules: {
    'import-wall': importWall,
    'no-clock': noClock,
    'escaped-markup': escapedMarkup,
    'checked-rows': checkedRows,
  },
}
