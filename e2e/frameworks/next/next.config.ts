import type { NextConfig } from 'next'

// Otherwise Next takes a folder further up for the project, because a lockfile is there.
const root = import.meta.dirname

const config: NextConfig = { turbopack: { root }, outputFileTracingRoot: root }

export default config
