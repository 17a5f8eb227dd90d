const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g

/** Deeper levels stand where this one does: 16 KiB of brackets would fill a page with spaces. */
const MAX_INDENT = 16

/** Every value is written as it came: parsing would round long numbers and reorder keys. */
export function jsonLines(json: string) {
  const tokens = json.match(TOKEN) ?? []
  let depth = 0
  const newLine = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`
  return tokens
    .map((token, index) => {
      const previous = tokens[index - 1] ?? ''
      switch (token) {
        case '{':
        case '[': {
          depth += 1
          return /^[}\]]$/.test(tokens[index + 1] ?? '') ? token : `${token}${newLine()}`
        }
        case '}':
        case ']': {
          depth -= 1
          return /^[{[]$/.test(previous) ? token : `${newLine()}${token}`
        }
        case ',':
          return `,${newLine()}`
        case ':':
          return ': '
        default:
          return token
      }
    })
    .join('')
}
