import { isTemplateResult } from 'lit/directive-helpers.js'
import { type TemplateResult, nothing } from 'lit/html.js'
import { type Html, html, unsafeHtml } from '../web/html.ts'

type Fill = (value: unknown) => string

/** A template: its fixed texts, and how each hole between them is filled. */
type Skeleton = { texts: readonly string[]; fills: readonly Fill[] }

/** A value in an element's content, or within an attribute's quotes. */
function fillText(value: unknown): string {
  if (value === nothing || value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(fillText).join('')
  if (isTemplateResult(value)) return textOf(value as TemplateResult)
  return html`${value as string | number}`.text
}

/** An attribute without quotes, `name=${value}`, is written as a whole or left out. */
const fillAttribute =
  (name: string): Fill =>
  (value) =>
    value === nothing ? '' : `${name}="${fillText(value)}"`

const fillFlag =
  (name: string): Fill =>
  (value) =>
    value && value !== nothing ? name : ''

const ATTRIBUTE = /([?.@]?)([\w-]+)=$/

function createSkeleton(strings: readonly string[]): Skeleton {
  const texts = [...strings]
  let before = ''
  const fills = texts.slice(0, -1).map((text, index) => {
    before += text
    const isInTag = before.lastIndexOf('<') > before.lastIndexOf('>')
    const [attribute, mark, name = ''] = (isInTag && ATTRIBUTE.exec(text)) || []
    if (attribute === undefined) return fillText
    if (mark !== '' && mark !== '?')
      throw new Error(`${attribute} means nothing in a page that the server makes.`)
    texts[index] = text.slice(0, -attribute.length)
    return mark === '?' ? fillFlag(name) : fillAttribute(name)
  })
  return { texts, fills }
}

/** By the strings of the template, which are the same list whenever that code runs. */
const skeletons = new WeakMap<readonly string[], Skeleton>()

function skeletonOf({ strings }: TemplateResult) {
  const known = skeletons.get(strings)
  if (known) return known
  const skeleton = createSkeleton(strings)
  skeletons.set(strings, skeleton)
  return skeleton
}

function textOf(view: TemplateResult): string {
  const { texts, fills } = skeletonOf(view)
  return fills.reduce(
    (text, fill, index) => text + fill(view.values[index]) + texts[index + 1],
    texts[0] ?? '',
  )
}

/** The HTML of a view, as Lit renders it without marks. A template is taken apart once. */
export const renderView = (view: TemplateResult): Html => unsafeHtml(textOf(view))
