import { type Edit, otherState } from './sql-mutants.ts'

/** The part of a syntax tree's node that the rules read. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

const SWAPS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
}

const ruleOf = (operator: string) =>
  operator.endsWith('==') ? 'equality' : /[<>]/.test(operator) ? 'boundary' : 'arithmetic'

const METHODS = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
])

/** Calls that only tell the operator, or let a test stop the process. */
const REPORTING = /^(?:await )?(?:deps\.)?(?:events\.|reach\(|log\.)/

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** The possible changes of this node; its children are visited separately. */
export function codeMutants(node: Node, source: string): Edit[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  const become = (rule: string, replacement: string, { start, end }: Node = node): Edit[] => [
    { rule, start, end, replacement },
  ]
  const child = (name: string) => {
    const value = node[name]
    if (!isNode(value)) throw new Error(`${node.type} has no ${name}`)
    return value
  }
  switch (node.type) {
    case 'BinaryExpression': {
      const operator = String(node['operator'])
      const other = SWAPS[operator]
      if (other === undefined) return []
      const { end: start } = child('left')
      const { start: end } = child('right')
      const between = source.slice(start, end)
      const replacement = between.replace(operator, other)
      return [{ rule: ruleOf(operator), start, end, replacement }]
    }
    case 'LogicalExpression': {
      const rule = node['operator'] === '??' ? 'fallback' : 'condition'
      // The database treats undefined as null.
      if (rule === 'fallback' && textOf(child('right')) === 'null') return []
      const left = become(rule, textOf(child('left')))
      return rule === 'fallback' ? left : [...left, ...become(rule, textOf(child('right')))]
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? become('negation', textOf(child('argument'))) : []
    case 'ConditionalExpression':
    case 'IfStatement':
      return [
        ...become('condition', 'true', child('test')),
        ...become('condition', 'false', child('test')),
      ]
    case 'Literal': {
      const { value } = node
      if (typeof value === 'boolean') return become('boolean', String(!value))
      if (typeof value === 'string') {
        const other = otherState(value)
        return other === undefined ? [] : become('state', `'${other}'`)
      }
      if (typeof value !== 'number') return []
      const numbers = value > 1 ? [value + 1, value - 1, value * 2] : [value + 1]
      return numbers.flatMap((number) => become('number', String(number)))
    }
    case 'ExpressionStatement': {
      const expression = child('expression')
      if (REPORTING.test(textOf(node))) return []
      if (expression.type === 'CallExpression') return become('call', 'void 0', expression)
      if (expression.type !== 'AwaitExpression') return []
      const { start } = expression
      return [
        ...become('call', 'void 0', expression),
        { rule: 'not awaited', start, end: start + 'await'.length, replacement: 'void' },
      ]
    }
    case 'ReturnStatement':
      return isNode(node['argument']) ? become('return', 'return undefined') : []
    case 'MemberExpression': {
      const property = child('property')
      const other = METHODS.get(textOf(property))
      return other === undefined ? [] : become('method', other, property)
    }
    default:
      return []
  }
}
