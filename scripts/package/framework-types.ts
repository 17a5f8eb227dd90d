type Framework = {
  /** The declaration in which its compiler looks elements up, from the outside in. */
  adds: string[]
  /** What every element of type `E` takes. */
  every: string
  /** What the element takes besides. (Default: attributes, properties, and events after `on`.) */
  takes?: string
}

const JSX = ['namespace JSX', 'interface IntrinsicElements']

const FRAMEWORKS: Record<string, Framework> = {
  React: {
    adds: ["module 'react'", ...JSX],
    every:
      "import('react').DetailedHTMLProps<import('react').HTMLAttributes<E>, E> & { class?: string }",
  },
  Preact: {
    adds: ["module 'preact'", ...JSX],
    every: "import('preact').HTMLAttributes<E>",
  },
  Solid: {
    adds: ["module 'solid-js'", ...JSX],
    every: "import('solid-js').JSX.HTMLAttributes<E>",
    takes:
      "Own & Named<'prop:', HostedCheckoutSettings> & Named<'attr:', HostedCheckoutAttributes> & Events<'on:'>",
  },
  Svelte: {
    adds: ["module 'svelte/elements'", 'interface SvelteHTMLElements'],
    every: "import('svelte/elements').HTMLAttributes<E>",
  },
  Astro: {
    adds: ['global', 'namespace astroHTML.JSX', 'interface IntrinsicElements'],
    every: 'astroHTML.JSX.HTMLAttributes',
    takes: 'HostedCheckoutAttributes',
  },
}

/** A shop has one framework, and its compiler would refuse the names of all the others. */
const IGNORED = '// @ts-ignore: this framework may not be installed'

const typesOf = ([name, { adds, every, takes = "Own & Events<'on'>" }]: [string, Framework]) => `
${IGNORED}
type ${name}Attributes<E> = ${every}
${IGNORED}
declare ${adds.join(' { ')} {
  'hosted-checkout': With<${name}Attributes<HostedCheckoutElement>, ${takes}>
  'hosted-checkout-button': With<${name}Attributes<HTMLElement>, HostedCheckoutButtonAttributes>
${'}'.repeat(adds.length)}
`

/**
 * The types for templates of every framework that has any. A page imports them once: `import type
 * {} from 'hosted-checkout/types'`.
 */
export const FRAMEWORK_TYPES = `import type {
  HostedCheckoutAttributes,
  HostedCheckoutButtonAttributes,
  HostedCheckoutElement,
  HostedCheckoutEventMap,
  HostedCheckoutSettings,
} from './load.js'

type Own = HostedCheckoutAttributes & HostedCheckoutSettings
type Named<Prefix extends string, Members> = {
  [Name in keyof Members & string as \`\${Prefix}\${Name}\`]?: Members[Name]
}
type Events<Prefix extends string> = {
  [Type in keyof HostedCheckoutEventMap as \`\${Prefix}\${Type}\`]?: (event: HostedCheckoutEventMap[Type]) => void
}
type With<Every, Taken> = Omit<Every, keyof Taken> & Taken
${Object.entries(FRAMEWORKS).map(typesOf).join('')}
/** Vue adds what every element takes by itself. */
type VueEvents = { [Type in keyof HostedCheckoutEventMap]: (event: HostedCheckoutEventMap[Type]) => void }
${IGNORED}
type VueComponent<Props, Events> = import('vue').DefineComponent<Props, {}, {}, {}, {}, {}, {}, Events>
${IGNORED}
declare module 'vue' {
  interface GlobalComponents {
    'hosted-checkout': VueComponent<Own, VueEvents> & { new (): { $el: HostedCheckoutElement } }
    'hosted-checkout-button': VueComponent<HostedCheckoutButtonAttributes, {}>
  }
}

export {}
`
