// Ends a worker whose runner was killed. It uses a signal, because test runners block
// `process.exit` in workers. What the worker started ends with it.
if (process.channel) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
