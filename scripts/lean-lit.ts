/**
 * What Lit's published build does at every start for polyfills, for decorators, for hydration, and to
 * count how often it was loaded: nothing of it is used here, and a page's own Lit is not to change
 * ours. By the end of the file's name.
 */
const UNUSED: Record<string, string[]> = {
  'reactive-element.js': [
    'Symbol.metadata??=Symbol("metadata"),l.litPropertyMetadata??=new WeakMap;',
    'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
    'u=l.reactiveElementPolyfillSupport,',
    ',u?.({ReactiveElement:g}),(l.reactiveElementVersions??=[]).push("2.1.2")',
    'this.elementStyles=this.finalizeStyles(this.styles)',
  ],
  'lit-html.js': [',j=t.litHtmlPolyfillSupport;j?.(S,R),(t.litHtmlVersions??=[]).push("3.3.3")'],
  'lit-element.js': [
    ',s.litElementHydrateSupport?.({LitElement:i});const o=s.litElementPolyfillSupport;o?.({LitElement:i})',
    '(s.litElementVersions??=[]).push("4.2.2");',
  ],
}

/** @throws when Lit has changed: then this list has to */
export function leanLit(code: string, id: string): string | undefined {
  const [, unused] =
    Object.entries(UNUSED).find(
      ([file]) => id.includes('node_modules') && id.endsWith(`/${file}`),
    ) ?? []
  return unused?.reduce((kept, part) => {
    if (!kept.includes(part)) throw new Error(`${id} no longer has ${part}`)
    return kept.replace(part, () => '')
  }, code)
}
