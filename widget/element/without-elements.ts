/**
 * Replaces Lit's own stand-ins for a browser (`@lit-labs/ssr-dom-shim`). Node imports the script
 * and uses nothing of it.
 */
class Nothing {}

export { Nothing as HTMLElement }
export const customElements = undefined
