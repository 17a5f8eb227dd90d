import manifest from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import type { Events } from '../reporting/events.ts'

type Opening = { events: Pick<Events, 'tracesUnsent'>; opening: AsyncDisposableStack }

/** First opened and closed last, so that it sends what the others have done. */
export async function openTraces({ traces }: Config, { events, opening }: Opening) {
  if (!traces) return undefined
  // Loaded only when traces are wanted.
  const { openTracing } = await import('../tracing/open-tracing.ts')
  const { inOutgoingSpan, close } = openTracing({
    ...traces,
    version: manifest.version,
    onFailure: (error) => events.tracesUnsent({ error }),
  })
  opening.defer(close)
  return inOutgoingSpan
}
