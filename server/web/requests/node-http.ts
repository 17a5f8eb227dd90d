/** `import` would also load the module's WebSocket client: 13 MB and a tenth of the start. */
export const { IncomingMessage, STATUS_CODES, createServer } = process.getBuiltinModule('node:http')
