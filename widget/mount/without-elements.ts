/**
 * In the place of Lit's own stand-ins for a browser (`@lit-labs/ssr-dom-shim`): in Node the script
 * is imported, and nothing of it is used.
 */
class Nothing {}

export { Nothing as HTMLElement }
export const customElements = undefined
