export type FormValue = string | FormValue[] | { [key: string]: FormValue }

type Node = { text?: string; parts: Map<string, Node> }

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

function pathOf(name: string) {
  const [, first, rest = ''] = NAME.exec(name) ?? []
  if (first === undefined) throw new Error(`${name} is no name of a form field`)
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
}

function toValue({ text, parts }: Node): FormValue {
  if (text !== undefined) return text
  const names = [...parts.keys()]
  const values = [...parts.values()].map(toValue)
  const isList = names.every((name, index) => name === String(index))
  return isList
    ? values
    : Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

/** Decodes Stripe's nested parameters: `a[b][c]=1&list[0]=x&list[]=y`. */
export function parseNestedForm(encoded: string): { [key: string]: FormValue } {
  const root: Node = { parts: new Map() }
  for (const [name, text] of new URLSearchParams(encoded)) {
    let node = root
    for (const part of pathOf(name)) {
      const key = part === '' ? String(node.parts.size) : part
      const next = node.parts.get(key) ?? { parts: new Map<string, Node>() }
      node.parts.set(key, next)
      node = next
    }
    node.text = text
  }
  return Object.fromEntries([...root.parts].map(([name, node]) => [name, toValue(node)]))
}
