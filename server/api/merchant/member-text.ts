/**
 * The source text of a top-level member of a JSON object; undefined without one. A parsed
 * value would not do: parsing reorders keys that look like numbers, rounds long numbers and drops
 * spaces. `json` must be valid JSON.
 */
export function memberText(json: string, name: string): string | undefined {
  let found: string | undefined
  let at = skipSpace(json, 0)
  if (json[at] !== '{') return undefined
  at = skipSpace(json, at + 1)
  while (json[at] === '"') {
    const keyEnd = endOfString(json, at)
    const key: unknown = JSON.parse(json.slice(at, keyEnd))
    const start = skipSpace(json, skipSpace(json, keyEnd) + 1)
    const end = endOfValue(json, start)
    // When a name comes twice, the last value counts, as with JSON.parse.
    if (key === name) found = json.slice(start, end)
    at = skipSpace(json, end)
    if (json[at] === ',') at = skipSpace(json, at + 1)
  }
  return found
}

function skipSpace(json: string, from: number) {
  let at = from
  while (/[\t\n\r ]/.test(json.charAt(at))) at += 1
  return at
}

function endOfString(json: string, start: number) {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}

function endOfValue(json: string, start: number) {
  if (json[start] === '"') return endOfString(json, start)
  let at = start
  if (!/[[{]/.test(json.charAt(at))) {
    while (at < json.length && !/[\t\n\r ,\]}]/.test(json.charAt(at))) at += 1
    return at
  }
  let depth = 0
  do {
    if (json[at] === '"') at = endOfString(json, at) - 1
    else if (/[[{]/.test(json.charAt(at))) depth += 1
    else if (/[\]}]/.test(json.charAt(at))) depth -= 1
    at += 1
  } while (depth > 0)
  return at
}
