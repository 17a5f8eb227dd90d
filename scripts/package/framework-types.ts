const IMPORT = `import type {
  HostedCheckoutAttributes,
  HostedCheckoutButtonAttributes,
  HostedCheckoutElement,
  HostedCheckoutEventMap,
  HostedCheckoutSettings,
} from '../load.js'`

/** `onhc-complete={…}`; `prefix` is what the framework writes before the event's name. */
const heard = (prefix: string) =>
  `{ [Type in keyof HostedCheckoutEventMap as \`${prefix}\${Type}\`]?: (event: HostedCheckoutEventMap[Type]) => void }`

const BUTTON = 'HostedCheckoutButtonAttributes'

/** `<hosted-checkout-button>`, beside the attributes of every element. */
const buttonWith = (attributes: string) =>
  `'hosted-checkout-button': Omit<${attributes}, keyof ${BUTTON}> & ${BUTTON}`

const SET = 'HostedCheckoutAttributes & HostedCheckoutSettings'

/**
 * The types for templates of each framework, by file name. A page imports only its own (`import
 * type {} from 'hosted-checkout/types/react'`), because each names a package that only its users
 * have. Angular needs more: `angular-directive.ts`.
 */
export const FRAMEWORK_TYPES: Record<string, string> = {
  react: `${IMPORT}
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type Own = ${SET} & ${heard('on')}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'hosted-checkout': Omit<
        DetailedHTMLProps<HTMLAttributes<HostedCheckoutElement>, HostedCheckoutElement>,
        keyof Own
      > &
        Own & { class?: string }
      ${buttonWith('DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>')} & { class?: string }
    }
  }
}
`,
  preact: `${IMPORT}
import type { HTMLAttributes } from 'preact'

type Own = ${SET} & ${heard('on')}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'hosted-checkout': Omit<HTMLAttributes<HostedCheckoutElement>, keyof Own> & Own
      ${buttonWith('HTMLAttributes<HTMLElement>')}
    }
  }
}
`,
  vue: `${IMPORT}
import type { DefineComponent } from 'vue'

/** \`@hc-complete\` in a template. */
type Emits = { [Type in keyof HostedCheckoutEventMap]: (event: HostedCheckoutEventMap[Type]) => void }

declare module 'vue' {
  interface GlobalComponents {
    'hosted-checkout': DefineComponent<${SET}, {}, {}, {}, {}, {}, {}, Emits> & {
      new (): { $el: HostedCheckoutElement }
    }
    'hosted-checkout-button': DefineComponent<${BUTTON}>
  }
}
`,
  svelte: `${IMPORT}
import type { HTMLAttributes } from 'svelte/elements'

type Own = ${SET} & ${heard('on')}

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'hosted-checkout': Omit<HTMLAttributes<HostedCheckoutElement>, keyof Own> & Own
    ${buttonWith('HTMLAttributes<HTMLElement>')}
  }
}
`,
  astro: `/// <reference types="astro/astro-jsx" />
import type { HostedCheckoutAttributes, HostedCheckoutButtonAttributes } from '../load.js'

declare global {
  namespace astroHTML.JSX {
    interface IntrinsicElements {
      'hosted-checkout': Omit<HTMLAttributes, keyof HostedCheckoutAttributes> &
        HostedCheckoutAttributes
      ${buttonWith('HTMLAttributes')}
    }
  }
}
`,
  solid: `${IMPORT}
import type { JSX } from 'solid-js'

type Properties = { [Name in keyof HostedCheckoutSettings as \`prop:\${Name}\`]?: HostedCheckoutSettings[Name] }
type Attributes = { [Name in keyof HostedCheckoutAttributes as \`attr:\${Name}\`]?: HostedCheckoutAttributes[Name] }
type Own = ${SET} & Properties & Attributes & ${heard('on:')}

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'hosted-checkout': Omit<JSX.HTMLAttributes<HostedCheckoutElement>, keyof Own> & Own
      ${buttonWith('JSX.HTMLAttributes<HTMLElement>')}
    }
  }
}
`,
}
