import { readdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import css from '@eslint/css'
import { ESLint, type Rule, type Scope } from 'eslint'
import baselineJs from 'eslint-plugin-baseline-js'
import { features } from 'web-features'

/** Features beyond the floor that a browser can miss without a loss, by their names in findings. */
const ENHANCEMENTS = {
  // Read with `?.`, to see whether `allow` may name autofill.
  apis: ['Document.featurePolicy'],
  css: {
    // Widely available since 2026-11-13; the data are older.
    allowFunctions: ['light-dark'],
    // Decide only how lines break, and whether what a desktop has room for is folded there, too.
    allowProperties: ['text-wrap', 'resize', 'content-visibility'],
    // Without it the browser's own color shows.
    allowSelectors: ['autofill'],
    // Like `start`, but for text in the other direction.
    allowPropertyValues: { 'text-align': ['match-parent'] },
  },
}

type Baseline = 'high' | 'low' | false | undefined

/** The names in the browsers' interfaces with their Baseline status, by MDN's keys. */
const STATUS = new Map<string, Baseline>()
/** JavaScript's own methods without their class, which a linter does not know. */
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

/** `crypto` is an object of `Crypto`, and so on. */
const namesOf = (object: string, member: string) =>
  [object, upperFirst(object)].flatMap((name) => [`${name}.${member}_static`, `${name}.${member}`])

/** Pages without https lack these in every browser. */
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
 * The features in a folder's scripts and sheets beyond Baseline widely available, one per line;
 * README states that floor. It finds syntax, globals with their members, and methods that no class
 * has widely available. Members of other values are left to the runs in real engines.
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
  // The newest script is the same under its immutable address.
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
