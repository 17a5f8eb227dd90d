import { readdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import css from '@eslint/css'
import { ESLint, type Rule, type Scope } from 'eslint'
import baselineJs from 'eslint-plugin-baseline-js'
import { features } from 'web-features'

/**
 * What is used beyond the floor, because nothing is lost where it is missing. By the names that a
 * finding has.
 */
const ENHANCEMENTS = {
  // Asked for with `?.`: whether `allow` may name autofill.
  apis: ['Document.featurePolicy'],
  css: {
    // Two shades at once, widely available since 2026-11-13; the data are older.
    allowFunctions: ['light-dark'],
    // How lines break.
    allowProperties: ['text-wrap', 'resize'],
    // The browser's own colour instead of ours.
    allowSelectors: ['autofill'],
    // `start`, but for text in the other direction.
    allowPropertyValues: { 'text-align': ['match-parent'] },
  },
}

type Baseline = 'high' | 'low' | false | undefined

/** Every name in the browsers' interfaces and how far it has come, by MDN's keys. */
const STATUS = new Map<string, Baseline>()
/** The language's own methods without their class, which no linter knows of a value. */
const BY_METHOD = new Map<string, Baseline[]>()

for (const feature of Object.values(features)) {
  if (feature.kind !== 'feature') continue
  for (const [key, { baseline }] of Object.entries<{ baseline?: Baseline }>(
    feature.status.by_compat_key ?? {},
  )) {
    const [, name] = /^(?:api|javascript\.builtins)\.(.+)$/.exec(key) ?? []
    if (name === undefined) continue
    STATUS.set(name, baseline)
    const [, method] = /^javascript\.builtins\.\w+\.(\w+)$/.exec(key) ?? []
    if (method !== undefined) BY_METHOD.set(method, [...(BY_METHOD.get(method) ?? []), baseline])
  }
}

const isGlobal = (scope: Scope.Scope, name: string): boolean =>
  !scope.set.get(name)?.defs.length && (scope.upper === null || isGlobal(scope.upper, name))

const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** `crypto` is the browser's one `Crypto`, and so on. */
const namesOf = (object: string, member: string) =>
  [object, upperFirst(object)].flatMap((name) => [`${name}.${member}_static`, `${name}.${member}`])

/** What a page without https does not have, although every browser knows it. */
const SECURE_ONLY = new Set(['Crypto.randomUUID', 'Crypto.subtle', 'Navigator.share'])

const apis: Rule.RuleModule = {
  create(context) {
    const report = (node: Rule.Node, name: string, why: string) => {
      if (!ENHANCEMENTS.apis.includes(name)) context.report({ node, message: `${name} ${why}` })
    }
    const judge = (node: Rule.Node, name: string, status: Baseline) => {
      if (status !== 'high') report(node, name, 'is not widely available')
      else if (SECURE_ONLY.has(name)) report(node, name, 'is missing in pages without https')
    }
    return {
      Identifier(node) {
        if (!isGlobal(context.sourceCode.getScope(node), node.name)) return
        const { parent } = node
        if (parent.type === 'MemberExpression' && parent.object !== node) return
        if (parent.type === 'Property' && parent.value !== node) return
        const name = [node.name, `Window.${node.name}`].find((each) => STATUS.has(each))
        if (name) judge(node, name, STATUS.get(name))
      },
      MemberExpression(node) {
        const { object, property } = node
        if (node.computed || property.type !== 'Identifier') return
        if (
          object.type === 'Identifier' &&
          isGlobal(context.sourceCode.getScope(node), object.name)
        ) {
          const name = namesOf(object.name, property.name).find((each) => STATUS.has(each))
          if (name) return judge(node, name.replace(/_static$/, ''), STATUS.get(name))
        }
        const statuses = BY_METHOD.get(property.name)
        const isCalled = node.parent.type === 'CallExpression' && node.parent.callee === node
        if (isCalled && statuses && !statuses.includes('high'))
          report(node, `.${property.name}()`, 'is not widely available')
      },
    }
  },
}

/**
 * What the scripts and sheets of a folder use beyond Baseline widely available, a line each: the floor
 * that README states. Found are syntax, globals and their members, and methods of the language that
 * no class has widely available; members of other values are for the runs in real engines.
 */
export async function findBeyondBaseline(folder: string): Promise<string[]> {
  const eslint = new ESLint({
    cwd: resolve(folder),
    overrideConfigFile: true,
    allowInlineConfig: false,
    overrideConfig: [
      {
        files: ['**/*.js'],
        plugins: {
          'baseline-js': baselineJs as unknown as ESLint.Plugin,
          own: { rules: { apis } },
        },
        rules: {
          'baseline-js/use-baseline': ['error', { available: 'widely' }],
          'own/apis': 'error',
        },
      },
      {
        files: ['**/*.css'],
        plugins: { css },
        language: 'css/css',
        rules: { 'css/use-baseline': ['error', { available: 'widely', ...ENHANCEMENTS.css }] },
      },
    ] as ESLint.Options['overrideConfig'] & object,
  })
  // Under its immutable address the newest script is the same.
  const names = (await readdir(folder)).filter((name) =>
    /^(?!hosted-checkout-\d).*\.(?:js|css)$/.test(name),
  )
  const results = await eslint.lintFiles(names)
  return results.flatMap(({ filePath, messages }) =>
    messages.map(
      ({ line, column, message }) => `${basename(filePath)}:${line}:${column} ${message}`,
    ),
  )
}
