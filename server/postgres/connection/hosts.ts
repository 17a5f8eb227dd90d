/** In `user:password@one:5432,two:5433/shop?…`: what is before the hosts, the hosts, what is after. */
const HOSTS = /^(\w+:\/\/(?:[^/?#@]*@)?)([^/?#]*)(.*)$/

/** PostgreSQL's own name for what a service needs of one of several hosts. */
const WANTED = 'target_session_attrs'
const WRITES = ['read-write', 'primary']

/**
 * The address of each host that a `DATABASE_URL` names, as PostgreSQL's own programs read it: hosts
 * and ports with commas between, before the path or in `?host=…&port=…`.
 */
export function addressesOf(url: string): string[] {
  const [, user = '', hosts = '', rest = ''] = HOSTS.exec(url) ?? []
  const [path = '', query] = rest.split('?')
  const fields = new URLSearchParams(query)
  fields.delete(WANTED)
  const [named, ports] = [listOf(fields.get('host')), listOf(fields.get('port'))]
  if (named.length > 1 || ports.length > 1)
    return named.map((host, index) => {
      fields.set('host', host)
      fields.set('port', ports[index] ?? ports[0] ?? '5432')
      return `${user}${hosts}${path}?${fields.toString()}`
    })
  const settings = fields.size > 0 ? `?${fields.toString()}` : ''
  return hosts.split(',').map((host) => `${user}${host}${path}${settings}`)
}

/** Whether it asks for a host that takes writes, if it asks at all. */
export function wantsWrites(url: string) {
  const wanted = new URLSearchParams(url.split('?')[1]).get(WANTED)
  return wanted === null || WRITES.includes(wanted)
}

const listOf = (value: string | null) => value?.split(',') ?? []
