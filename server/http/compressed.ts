import compression from 'compression'

/** For pages: they hold no secret of their own beside what their reader sent, so their length gives nothing away. */
export const compressed = compression()
