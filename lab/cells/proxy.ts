import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runHaproxy } from '../servers/haproxy.ts'

type Setup = {
  folder: string
  port: number
  /** The port of each cell's service, by its code. */
  cells: Record<string, number>
}

/** A line of commands has to fit into one of HAProxy's buffers. */
const AT_ONCE = 100

const SESSION = '/cs_[0-9A-Za-z]{32}'
const STORE = '/st_[0-9A-Za-z]{18}'

/** Ids and queries are left out: of sessions, of stores, of links that work once. */
const LOGGED_PATH = `path,regsub("^((/(v1|[a-z-]+))*)((/)[^/]*((/[a-z-]+)*))?(/.*)?$","\\1\\5\\6")`

/**
 * `txn.cell`: the code in the key, the session's or the store's id. `txn.name`: by what the map of
 * those that have moved is asked. A sign-in is looked up by its address, and a notification of the
 * provider by the session in its metadata. What names no cell is for any: a picture
 * or the link of an invitation that is unknown there is asked of the next one. What was sent and has
 * no answer is not sent again, unless it only reads: a store would be created twice.
 */
const configOf = ({ folder, port, cells }: Setup) => `global
  stats socket ${folder}/haproxy.sock level admin
  tune.bufsize 65536
  log stdout format raw local0
defaults
  mode http
  log global
  log-format "%ci [%tr] %HM %[var(txn.logged)] %ST %B %Tr %s %tsc"
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  option forwardfor
  option redispatch
frontend door
  bind 127.0.0.1:${port}
  acl merchant path_beg /v1/
  acl session path_reg ${SESSION}
  acl store path_reg ${STORE}
  acl sign_in path /store/sign-in
  acl notification path /payment-notifications
  http-request set-var(txn.logged) '${LOGGED_PATH}'
  http-request wait-for-body time 5s if METH_POST sign_in
  http-request wait-for-body time 5s if METH_POST notification
  http-request set-var(txn.key) req.hdr(authorization),word(2,' ') if merchant
  http-request set-var(txn.cell) var(txn.key),bytes(8,2) if merchant
  http-request set-var(txn.name) var(txn.key),sha2(256),hex if merchant
  http-request set-var(txn.name) 'path,regsub("^.*/cs_.{7}(.{7}).*$","\\1")' if session !merchant
  http-request set-var(txn.name) 'req.body,json_query("$.data.object.metadata.session"),bytes(10,7)' if METH_POST notification
  http-request set-var(txn.cell) var(txn.name),bytes(0,2) if session !merchant || notification
  http-request set-var(txn.name) 'path,regsub("^.*/(st_[0-9A-Za-z]+).*$","\\1")' if store
  http-request set-var(txn.cell) var(txn.name),bytes(3,2) if store
  http-request set-var(txn.cell) req.hdr(cell) if { path /platform/v1/stores }
  http-request set-var(txn.cell) req.cook(cell) if { path_beg /store/ }
  http-request set-var(txn.name) req.body_param(email),url_dec,lower,sha2(256),hex if METH_POST sign_in
  acl moved var(txn.name),map(${folder}/directory.map) -m found
  http-request set-var(txn.cell) var(txn.name),map(${folder}/directory.map) if moved
  http-request set-var(txn.signs_in) bool(true) if METH_POST sign_in
  http-response add-header Set-Cookie "cell=%[var(txn.cell)]; Path=/store; HttpOnly; SameSite=Lax" if { var(txn.signs_in) -m bool } { var(txn.cell) -m found }
  http-response set-header Answered-By %s
  use_backend %[var(txn.cell),map(${folder}/cells.map)] if { var(txn.cell),map(${folder}/cells.map) -m found }
  use_backend any_read if METH_GET
  default_backend any
${Object.entries(cells)
  .map(([code, at]) => `backend cell_${code}\n  server cell_${code} 127.0.0.1:${at}`)
  .join('\n')}
${anyOf('any', { cells, retried: 'conn-failure 404' })}
${anyOf('any_read', { cells, retried: 'conn-failure empty-response 404' })}
`

/** `/livez` says whether a process starts or stops; one that stops takes requests for 3 s more. */
const anyOf = (name: string, { cells, retried }: Pick<Setup, 'cells'> & { retried: string }) =>
  `backend ${name}
  retry-on ${retried}
  option redispatch 1
  option httpchk GET /livez
  timeout check 5s
  default-server check inter 500ms fall 2 rise 1
${Object.entries(cells)
  .map(([code, at]) => `  server cell_${code} 127.0.0.1:${at}`)
  .join('\n')}`

/** HAProxy before all cells, with an empty directory. */
export async function startProxy(setup: Setup) {
  const { folder, port, cells } = setup
  const backends = Object.keys(cells).map((code) => `${code} cell_${code}\n`)
  const directory = join(folder, 'directory.map')
  await writeFile(join(folder, 'cells.map'), backends.join(''))
  await writeFile(directory, '')
  const { stop, log } = await runHaproxy({ folder, port, config: configOf(setup) })

  return {
    stop,
    log,
    directory: directoryOf({ socket: join(folder, 'haproxy.sock'), map: directory }),
  }
}

export type Directory = ReturnType<typeof directoryOf>

/** `socket`: HAProxy's runtime interface, with `level admin`. `map`: the file as its settings name it. */
export function directoryOf({ socket, map }: { socket: string; map: string }) {
  async function send(commands: string) {
    const connection = connect(socket)
    connection.end(`${commands}\n`)
    return text(connection)
  }
  return {
    /** From here on these names lead to the cell. */
    async lead(names: string[], cell: string) {
      const lines = names.map((name) => `del map ${map} ${name};add map ${map} ${name} ${cell}`)
      for (let first = 0; first < lines.length; first += AT_ONCE)
        await send(lines.slice(first, first + AT_ONCE).join(';'))
      const known = await send(`show map ${map}`)
      const missing = names.filter((name) => !known.includes(` ${name} ${cell}\n`))
      if (missing.length > 0) throw new Error(`HAProxy does not know ${missing.join(', ')}`)
    },
  }
}
