import type { OpenApiDocument } from './document.ts'
import { READERS, type Reader } from './readers.ts'
import { topicsFor } from './topics.ts'

type Components = Record<string, Record<string, unknown>>

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

const COMPONENT = /"#\/components\/(\w+)\/([\w.-]+)"/g

/** The components that these parts refer to, directly or through others. */
function findUsed(parts: unknown, components: Components): Components {
  const used: Components = {}
  const waiting = [parts]
  for (const part of waiting)
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(COMPONENT)) {
      const found = components[kind]?.[name]
      if (used[kind]?.[name] !== undefined || found === undefined) continue
      ;(used[kind] ??= {})[name] = found
      waiting.push(found)
    }
  return used
}

type TaggedOperation = { tags?: string[]; security?: Record<string, unknown>[] }

const operationsIn = (items: Record<string, object>) =>
  Object.values(items).flatMap((item) =>
    Object.entries(item).flatMap(([method, operation]) =>
      METHODS.has(method) ? [operation as TaggedOperation] : [],
    ),
  )

/** The operations under these headings. */
function pick(items: Record<string, object> | undefined, tags: Set<string>) {
  const picked = Object.entries(items ?? {}).map(([address, item]): [string, object] => [
    address,
    Object.fromEntries(
      Object.entries(item).filter(
        ([name, value]) =>
          !METHODS.has(name) || (value as TaggedOperation).tags?.some((tag) => tags.has(tag)),
      ),
    ),
  ])
  return Object.fromEntries(
    picked.filter(([, item]) => Object.keys(item).some((name) => METHODS.has(name))),
  )
}

type Item = { servers?: unknown }

/** Moves the servers to the top when all paths share them: most generators look only there. */
function hoistServers(paths: Record<string, Item>) {
  const [servers, ...others] = new Set(
    Object.values(paths).map((item) => JSON.stringify(item.servers)),
  )
  if (servers === undefined || others.length > 0) return { paths }
  const items = Object.entries(paths).map(([path, { servers: _hoisted, ...item }]) => [path, item])
  return { servers: JSON.parse(servers) as unknown, paths: Object.fromEntries(items) as object }
}

const toMarkdown = ({ title, paragraphs }: { title: string; paragraphs: string[] }) =>
  `## ${title}\n\n${paragraphs.join('\n\n')}`

/** The part of the document that is for this reader, with all that it refers to. */
export function documentFor(reader: Reader, whole: OpenApiDocument): OpenApiDocument {
  const { webhooks: offered, components: all = {}, ...rest } = whole
  const tags = new Set(reader.tags.map(({ name }) => name))
  const paths = pick(whole.paths, tags)
  const webhooks = pick(offered, tags)
  const { securitySchemes = {}, ...components } = all as Components
  const schemes = new Set(
    operationsIn(paths).flatMap(({ security = [] }) => security.flatMap((one) => Object.keys(one))),
  )
  const document: object = {
    ...rest,
    info: {
      ...whole.info,
      title: `Hosted Checkout: ${reader.title}`,
      summary: reader.summary,
      description: [reader.summary, ...topicsFor(reader).map(toMarkdown)].join('\n\n'),
    },
    tags: reader.tags,
    ...hoistServers(paths),
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).filter(([name]) => schemes.has(name)),
      ),
      ...findUsed({ paths, webhooks }, components),
    },
  }
  return document as OpenApiDocument
}

export type ReaderDocument = { reader: Reader; document: OpenApiDocument }

export const documentsOf = (whole: OpenApiDocument): ReaderDocument[] =>
  READERS.map((reader) => ({ reader, document: documentFor(reader, whole) }))
