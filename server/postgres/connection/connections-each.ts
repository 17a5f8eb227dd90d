/**
 * What the workers of a machine share of PostgreSQL's usual 100 connections. The rest is for
 * operators, their programs and PostgreSQL itself.
 */
const SHARED = 80

/** More gain nothing: a process that waits is waiting for PostgreSQL, and not for a connection. */
const MOST = 20

/** How many connections each of so many processes may open. */
export const connectionsEach = (processes: number) => Math.min(MOST, Math.floor(SHARED / processes))
