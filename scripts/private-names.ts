/**
 * Lit's own names, which its published build leaves long; and ours that stay within our scripts,
 * two of which speak with each other: each has the same short name in both. None is of the
 * contract, of a message between page and frame, or of the browser.
 */
export const PRIVATE = `addController addInitializer createProperty createRenderRoot elementStyles
enableUpdating finalizeStyles firstUpdated firstView follow fromAttribute getPropertyDescriptor getPropertyOptions
getUpdateComplete hasChanged hasUpdated isUpdatePending noAccessor performUpdate removeController
renderOptions renderRoot requestUpdate scheduleUpdate shadowRootOptions setConnected shouldUpdate toAttribute
useDefault willUpdate wrapped hostConnected hostDisconnected hostUpdate hostUpdated creationScope
renderBefore adaptForm adaptFrame checkAgain complain drawAmounts endsAt focusProblem follower forget
guarded hosted introduce isDisabled judged kept loadOutcomes mounting nextMs offsetMs onClick onConnection onDeadline onDone
onLoad onRead onReturn onState onStatus onSubmit onTyped onUnreachable payForm problem redirects
restart returning returnSoon sending sessionUrl showChallenge startedAt statusText takeOver takeView tellReady`.split(
  /\s+/,
)

export const mangleProps = {
  include: new RegExp(`^(?:_\\$.*|${PRIVATE.join('|')})$`),
  // A template is made in one script, and drawn by another.
  exclude: /^_\$litType/,
  cache: Object.fromEntries(PRIVATE.map((name, index) => [name, `$${index.toString(36)}`])),
}
