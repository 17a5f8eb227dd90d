// A worker whose runner was killed would go on for nobody. By a signal: runners of tests do not let
// their workers call `process.exit`. What the worker has started goes with it.
if (process.channel) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
