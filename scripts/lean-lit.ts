/**
 * What Lit's published build does at every start for polyfills, for decorators, for hydration, and to
 * count how often it was loaded: nothing of it is used here, and a page's own Lit is not to change
 * ours. Then what no template of ours asks for, which `refuseUnknownParts` sees to: listeners and
 * properties of elements, drawings by themselves, directives, and values where none of ours stand.
 * By the end of the file's name.
 */
const UNUSED: Record<string, string[]> = {
  'reactive-element.js': [
    'Symbol.metadata??=Symbol("metadata"),l.litPropertyMetadata??=new WeakMap;',
    'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
    'u=l.reactiveElementPolyfillSupport,',
    ',u?.({ReactiveElement:g}),(l.reactiveElementVersions??=[]).push("2.1.2")',
    'this.elementStyles=this.finalizeStyles(this.styles)',
    'static finalizeStyles(t){const s=[];if(Array.isArray(t)){const e=new Set(t.flat(1/0).reverse());for(const t of e)s.unshift(i(t))}else void 0!==t&&s.push(i(t));return s}',
    'g.elementStyles=[],',
    'e(t,this.constructor.elementStyles),',
    'static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}',
    ',void 0!==t.l&&(this.l=[...t.l])',
    ',this.constructor.l?.forEach(t=>t(this))',
    'removeController(t){this._$EO?.delete(t)}',
  ],
  'lit-html.js': [
    'const Z={M:h,P:o,A:n,C:1,L:N,R:k,D:d,V:M,I:R,H,N:L,U:z,B:I,F:W},j=t.litHtmlPolyfillSupport;j?.(S,R),(t.litHtmlVersions??=[]).push("3.3.3");',
    'Z as _$LH,',
    // Listeners, properties, and values that stand for an attribute.
    'class I extends H{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===A?void 0:t}}',
    'class z extends H{constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}_$AI(t,i=this){if((t=M(this,t,i,0)??A)===E)return;const s=this._$AH,e=t===A&&s!==A||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,h=t!==A&&(s===A||e);e&&this.element.removeEventListener(this.name,this,s),h&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){"function"==typeof this._$AH?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}}',
    'class W{constructor(t,i,s){this.element=t,this.type=6,this._$AN=void 0,this._$AM=i,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(t){M(this,t)}}',
    '"."===e[1]?I:',
    '"@"===e[1]?z:',
    'else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))',
    '1===r.type?',
    ':6===r.type&&(i=new W(h,this,t))',
    // Values in comments, and in elements whose content is text.
    'else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}',
    'if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
    // Drawings and formulas without the element around them, and templates that were compiled.
    '2===i?"<svg>":3===i?"<math>":',
    '+(2===i?"</svg>":3===i?"</math>":"")',
    ',2===i||3===i',
    '{const t=this.el.content.firstChild;t.replaceWith(...t.childNodes)}',
    '"number"==typeof s?',
    ':(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s)',
    // Directives, and what tells them whether they are in a page.
    'if(i===E)return i;let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;',
    'h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),',
    'this._$AP?.(!1,!0,s)',
    'setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}',
    'get _$AU(){return this._$AM?._$AU??this._$Cv}',
    'get _$AU(){return this._$AM._$AU}',
    ',this._$Cv=e?.isConnected??!0',
    'this._$AN=void 0,',
    'get parentNode(){return this._$AM.parentNode}',
    'get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}',
    'get tagName(){return this.element.tagName}',
    't?.creationScope??',
  ],
  'lit-element.js': [
    ',s.litElementHydrateSupport?.({LitElement:i});const o=s.litElementPolyfillSupport;o?.({LitElement:i})',
    '(s.litElementVersions??=[]).push("4.2.2");',
    'connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}',
    'this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),',
    ',this._$Do=void 0',
    'this._$Do=',
  ],
}

/** What the parts that are left would draw wrongly, or not at all. */
const UNKNOWN =
  /[\s"'][@.][\w-]+=\$\{|\b(?:svg|mathml)`|<(?:textarea|title|style|script)[^<>]*>[^<]*\$\{|<!--[^>]*\$\{|'lit\/(?:directive|async|static)/

/** @throws when a template of ours asks for what is taken out here */
function refuseUnknownParts(code: string, id: string) {
  const [unknown] = UNKNOWN.exec(code) ?? []
  if (unknown) throw new Error(`${id} has ${unknown}, which scripts/lean-lit.ts takes out of Lit`)
}

/** @throws when Lit has changed: then this list has to */
export function leanLit(code: string, id: string): string | undefined {
  if (!id.includes('node_modules')) {
    if (/\/widget\/(?!test\/)[\w/-]+\.ts$/.test(id)) refuseUnknownParts(code, id)
    return undefined
  }
  const [, unused] = Object.entries(UNUSED).find(([file]) => id.endsWith(`/${file}`)) ?? []
  return unused?.reduce((kept, part) => {
    if (!kept.includes(part)) throw new Error(`${id} no longer has ${part}`)
    return kept.replaceAll(part, '')
  }, code)
}
