import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PUBLIC_PARTS, PUBLIC_SLOTS, PUBLIC_TOKENS } from '../../widget/public-look.ts'
import { PUBLIC_SURFACE, type EventRow, type PropertyRow } from '../../widget/public-surface.ts'
import { elementDeclaration } from './element-manifest.ts'
import { generatedFiles, readCommitted } from './generated.ts'
import { typeOf } from './schema-types.ts'

const WIDGET = join(import.meta.dirname, '../../widget')

/** What the sources of these files have, once each. */
const foundIn = (files: string, wanted: RegExp) => {
  const sources = globSync(files, { cwd: WIDGET }).map((file) =>
    readFileSync(join(WIDGET, file), 'utf8'),
  )
  const found = sources.flatMap((source) =>
    [...source.matchAll(wanted)].map(([, name, other]) => name ?? other!),
  )
  return [...new Set(found)].sort()
}

describe('checkout page §7: what is public of the look is what the sources have', () => {
  test('the parts that are public are those that the sources have', () => {
    expect(
      foundIn('{views/*,form/asked-fields}.ts', /\spart="([^"]+)"|part\.toggle\('(\w+)'/g),
    ).toEqual(Object.keys(PUBLIC_PARTS).sort())
  })

  test('the tokens that are public are those that the sources have', () => {
    expect(foundIn('styles/*.ts', /var\((--hc-[a-z-]+)/g)).toEqual(
      Object.keys(PUBLIC_TOKENS).sort(),
    )
  })

  test('the slots that are public are those that the sources have', () => {
    const named = foundIn(
      '{views/*,mount/mount-controller}.ts',
      /(?:ui\.slot\('|slot name=")([a-z-]+)/g,
    )
    expect(['', ...named]).toEqual(Object.keys(PUBLIC_SLOTS).sort())
  })
})

const generated = Object.entries(await generatedFiles())

describe('style §5: what is generated and committed', () => {
  test.each(generated)('%s is current (else: npm run docs)', async (path, text) => {
    expect(await readCommitted(path)).toBe(text)
  })
})

describe('checkout page §7: docs/guide/embed.md', async () => {
  const guide = await readCommitted('docs/guide/embed.md')
  /** The names in the first column of the table under a heading, with what follows them. */
  const namesUnder = (heading: string) =>
    guide
      .split(/^## /m)
      .find((section) => section.startsWith(`${heading}\n`))!
      .split('\n')
      .flatMap((line) => /^\| `([\w-]+)(?:\(\))?`( °)? \|/.exec(line)?.slice(1, 3).join('') ?? [])

  test('embed.md has every attribute, method and event of the table', () => {
    const { properties, nativeAttributes, methods, events } = PUBLIC_SURFACE
    const attributes = Object.values<PropertyRow>(properties).flatMap(
      ({ attribute, readOnly }) => (!readOnly && attribute) || [],
    )
    const { dir: _ofHtml, ...named } = nativeAttributes
    expect(namesUnder('Attributes').sort()).toEqual([...attributes, ...Object.keys(named)].sort())
    expect(namesUnder('Methods').sort()).toEqual(Object.keys(methods).sort())
    expect(namesUnder('Events').sort()).toEqual(
      Object.entries<EventRow>(events)
        .map(([name, { prevented }]) => name + (prevented ? ' °' : ''))
        .sort(),
    )
  })
})

describe('checkout page §7: custom-elements.json', () => {
  const { attributes, members, cssStates } = elementDeclaration()

  test('custom-elements.json names each attribute with the property behind it', () => {
    expect(attributes).toContainEqual(
      expect.objectContaining({ name: 'checkout-url', fieldName: 'checkoutUrl' }),
    )
    expect(attributes.map(({ name }) => name)).not.toContain('status')
  })

  test('custom-elements.json names the parameters of methods, and the states for sheets', () => {
    expect(members).toContainEqual(
      expect.objectContaining({
        name: 'focus',
        parameters: [{ name: 'options', type: { text: 'FocusOptions' }, optional: true }],
      }),
    )
    expect(cssStates).toContainEqual({ name: 'ready', description: 'The form can be used.' })
  })
})

describe('contract §1, npm run package: TypeScript of a schema', () => {
  test.each([
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'integer' }, 'number'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: 'array', items: { type: 'string' } }, '(string)[]'],
    [{ type: 'array', items: { $ref: '#/x/Item' }, minItems: 1, maxItems: 1 }, '[Item]'],
    [{ type: 'object' }, 'Record<string, unknown>'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Record<string, string>'],
    [{ anyOf: [{ $ref: '#/x/Event' }, { type: 'null' }] }, 'StoreEvent | null'],
    [{}, 'unknown'],
  ])('the schema %j is the type %s', (schema, type) => {
    expect(typeOf(schema)).toBe(type)
  })

  test('the type of an object says which members may be left out, and what they mean', () => {
    const properties = { id: { type: 'string', description: 'Its id.' }, size: { type: 'string' } }
    expect(typeOf({ type: 'object', properties, required: ['id'] })).toBe(
      '{\n/** Its id. */\nid: string\nsize?: string | undefined\n}',
    )
  })

  test('a schema of a type that is not known is refused', () => {
    expect(() => typeOf({ type: 'date' })).toThrow('no TypeScript here: date')
  })
})
