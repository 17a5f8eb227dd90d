import type { NextConfig } from 'next'

// Else Next takes the folder of a lockfile further up for the project.
const root = import.meta.dirname

const config: NextConfig = { turbopack: { root }, outputFileTracingRoot: root }

export default config
