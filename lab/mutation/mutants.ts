import { parseSync } from 'vite'
import { createRandom } from '../model/seeded-random.ts'
import { type Node, codeMutants, isNode } from './code-mutants.ts'
import { type Edit, sqlMutants } from './sql-mutants.ts'

/** A small mistake in one source file. */
export type Mutant = Edit & { file: string; name?: string }

/** These wrap a value and add only a type. Other nodes that begin with TS are no code. */
const TRANSPARENT = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']

const SKIPPED = new Set(['ImportDeclaration', 'ExportAllDeclaration'])

const isStatement = (tag: string) => tag === 'sql' || tag.startsWith('named(')

function parse(file: string, source: string) {
  const { program, errors } = parseSync(file, source, { lang: 'ts' })
  const [error] = errors
  if (error) throw new SyntaxError(`${file}: ${error.message}`)
  return program as unknown as Node
}

/** Every mistake that the rules can make in this file, in the order of the text. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const edits: Edit[] = []
  function visit(node: Node) {
    if (SKIPPED.has(node.type)) return
    if (node.type.startsWith('TS') && !TRANSPARENT.includes(node.type)) return
    edits.push(...codeMutants(node, source))
    const { tag, quasi } = node
    if (node.type === 'TaggedTemplateExpression' && isNode(tag) && isNode(quasi)) {
      if (isStatement(source.slice(tag.start, tag.end)))
        edits.push(...sqlMutants(source.slice(quasi.start + 1, quasi.end - 1), quasi.start + 1))
    }
    for (const [name, value] of Object.entries(node)) {
      // A member's name is no value: `{ open: 1 }`.
      if (name === 'key' && node['computed'] !== true) continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }
  visit(parse(file, source))
  return edits
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((edit) => ({ file, ...edit }))
}

export const applyMutant = (source: string, { start, end, replacement }: Edit) =>
  source.slice(0, start) + replacement + source.slice(end)

/** Whether the file can still be parsed with the mistake. */
export function isReadable({ file, ...edit }: Mutant, source: string) {
  try {
    parse(file, applyMutant(source, edit))
    return true
  } catch {
    return false
  }
}

/** `size` of them, or all when there are fewer, chosen by the seed. */
export function sample<Item>(
  items: readonly Item[],
  { size, seed }: { size: number; seed: number },
) {
  const random = createRandom(seed)
  const rest = [...items]
  const chosen: Item[] = []
  while (chosen.length < size && rest.length > 0)
    chosen.push(...rest.splice(random.below(rest.length), 1))
  return chosen
}

/** The mistake as a diff. */
export function toDiff({ start, end, replacement }: Edit, source: string) {
  const first = source.lastIndexOf('\n', start - 1) + 1
  const next = source.indexOf('\n', end)
  const last = next === -1 ? source.length : next
  const before = source.slice(first, last)
  const after = source.slice(first, start) + replacement + source.slice(end, last)
  const lines = (sign: string, text: string) =>
    text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`${sign} ${line.trim()}`]))
  return [...lines('-', before), ...lines('+', after)]
}

export const lineOf = ({ start }: Edit, source: string) => source.slice(0, start).split('\n').length
