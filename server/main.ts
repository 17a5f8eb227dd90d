import { enableCompileCache, flushCompileCache } from 'node:module'

// Before the first import of ours: once everything is compiled, a start takes a third less time.
enableCompileCache()
const { runService } = await import('./run-service.ts')
await runService()
flushCompileCache()
