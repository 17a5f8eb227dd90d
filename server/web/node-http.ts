/**
 * Not by an import: that reads all that the module exports, and one of its exports loads a client of
 * WebSockets, which takes 13 MB and a tenth of the start.
 */
export const { STATUS_CODES, createServer } = process.getBuiltinModule('node:http')
