/** `replacement` replaces the text from `start` to `end`. */
export type Edit = { rule: string; start: number; end: number; replacement: string }

type Rule = {
  rule: string
  find: RegExp
  /** The changed text; undefined when the rule does not fit. */
  change: (found: string, groups: string[]) => string | undefined
}

/** States that can replace each other; each becomes the next one. */
const STATES = [
  ['captured', 'declined', 'voided', 'refunded'],
  ['authorising', 'requires_action', 'capturing', 'voiding', 'refunding'],
  ['open', 'paying', 'complete', 'expired'],
  ['pending', 'succeeded', 'failed'],
  ['soon', 'later', 'never'],
  ['authorized', 'cancelled'],
  ['public', 'secret'],
]

/** Another state of the same kind; undefined when the word is no state. */
export function otherState(word: string) {
  const kind = STATES.find((states) => states.includes(word))
  return kind?.[(kind.indexOf(word) + 1) % kind.length]
}

const SWAPS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  asc: 'desc',
  desc: 'asc',
  least: 'greatest',
  greatest: 'least',
  min: 'max',
  max: 'min',
}

const swap = (found: string) => SWAPS[found]

/** The condition at the beginning of a line, up to its end or its clause's last bracket. */
function conditionOf(line: string) {
  let depth = 0
  for (const [index, character] of [...line].entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth < 0) return line.slice(0, index)
  }
  return depth === 0 ? line.replace(/[,;\s]*$/, '') : undefined
}

const RULES: Rule[] = [
  { rule: 'boundary', find: /(?<=\s)[<>]=?(?=\s)/g, change: swap },
  { rule: 'arithmetic', find: /(?<=\s)[+-](?=\s)/g, change: swap },
  { rule: 'order', find: /\b(?:asc|desc|least|greatest|min|max)\b/g, change: swap },
  {
    rule: 'equality',
    find: /(?<=^[ \t]*(?:where|and|or|on|when|join)\b.*\s)=(?=\s)/gm,
    change: () => '<>',
  },
  {
    rule: 'condition',
    find: /^[ \t]*(?:and|or) .*$/gm,
    change: (line) => {
      const condition = conditionOf(line)
      return condition === undefined ? undefined : line.slice(condition.length)
    },
  },
  {
    rule: 'condition',
    find: /^([ \t]*where )(.*)$/gm,
    change: (_, [where = '', rest = '']) => {
      const condition = conditionOf(rest)
      return condition === undefined ? undefined : `${where}true${rest.slice(condition.length)}`
    },
  },
  {
    rule: 'assignment',
    find: /^([ \t]*(?:set )?)(\w+)( = )(.*?)(,?)$/gm,
    change: (_, [indent = '', column = '', is = '', value = '', comma = '']) =>
      conditionOf(value) === value && !/\bcase\b(?!.*\bend$)/.test(value)
        ? `${indent}${column}${is}${column}${comma}`
        : undefined,
  },
  { rule: 'negation', find: /\bis not distinct from\b/g, change: () => 'is distinct from' },
  { rule: 'negation', find: /\bis not null\b/g, change: () => 'is null' },
  { rule: 'negation', find: /\bis null\b/g, change: () => 'is not null' },
  { rule: 'negation', find: /\bnot (?!null|distinct|materialized)/g, change: () => '' },
  { rule: 'number', find: /(?<![\w$.'])\d+(?![\w.'])/g, change: (found) => `${Number(found) + 1}` },
  {
    rule: 'number',
    find: /'(\d+) (second|minute|hour|day)s?'/g,
    change: (_, [count = '', unit = '']) => `'${Number(count) * 2} ${unit}s'`,
  },
  {
    rule: 'state',
    find: /'(\w+)'/g,
    change: (_, [word = '']) => {
      const other = otherState(word)
      return other === undefined ? undefined : `'${other}'`
    },
  },
  {
    rule: 'lock',
    find: /\bfor (?:key share|update)(?: of \w+)?(?: skip locked)?/g,
    change: () => '',
  },
  { rule: 'limit', find: /^[ \t]*limit .*?(?=\)|$)/gm, change: () => '' },
  { rule: 'join', find: /\bleft join\b/g, change: () => 'join' },
  {
    rule: 'fallback',
    find: /\bcoalesce\(([^(),]*|[^(),]*\([^()]*\)[^(),]*), ([^()]*)\)/g,
    change: (_, [first = '']) => first,
  },
]

/** The possible changes of a statement, without its `${…}`. `offset`: its position in the file. */
export function sqlMutants(text: string, offset: number): Edit[] {
  // Values are masked with the same length, so that positions stay.
  const values: string[] = []
  const masked = text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, (value) => {
    values.push(value)
    return '¤'.repeat(value.length)
  })
  return RULES.flatMap(({ rule, find, change }) =>
    [...masked.matchAll(find)].flatMap((match) => {
      const original = (part: string | undefined, from: number) =>
        part === undefined ? '' : text.slice(from, from + part.length)
      const found = original(match[0], match.index)
      let from = match.index
      const groups = match.slice(1).map((group) => {
        const at = masked.indexOf(group, from)
        from = at + group.length
        return original(group, at)
      })
      const replacement = change(found, groups)
      if (replacement === undefined || replacement === found) return []
      const start = offset + match.index
      return [{ rule: `sql ${rule}`, start, end: start + found.length, replacement }]
    }),
  )
}
