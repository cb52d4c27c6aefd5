import { Resolver } from 'node:dns/promises'
import { type ClientRequest, get as httpGet, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent, get, request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { errorCode } from './error-code.ts'

/** Networks of the special-purpose registries: loopback, private and reserved ones. */
const notPublic = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]) {
  const [address = '', bits] = network.split('/')
  notPublic.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
/** The allocated part of IPv6. */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is public: not loopback, private or reserved. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  return version === 6 && given.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** Access to the internet, which tests replace. */
export interface Outside {
  resolve(hostname: string): Promise<{ address: string; family: number }[]>
  agent: Agent
}

/**
 * The internet, with a new connection per request. Names are resolved by the name servers directly: `lookup` would
 * occupy the few threads that mail, files and compression need, and members name hosts whose servers never reply. Tests
 * name a server of their own.
 */
export function theInternet({ nameServer }: { nameServer?: string } = {}): Outside {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (nameServer) resolver.setServers([nameServer])
  return { resolve: hostname => addressesOf(resolver, hostname), agent: new Agent({ keepAlive: false }) }
}

async function addressesOf(resolver: Pick<Resolver, 'resolve4' | 'resolve6'>, hostname: string) {
  const family = isIP(hostname)
  if (family > 0) return [{ address: hostname, family }]
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [
    ...(four.status === 'fulfilled' ? four.value.map(address => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map(address => ({ address, family: 6 })) : []),
  ]
}

interface FetchLimits {
  bytes: number
  ms: number
}

/** Whether a user-supplied address may be requested: https on port 443, without credentials. */
function outsideUrl(address: string): URL | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '' ? url : undefined
}

const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Connects to exactly the address that was checked; undefined if any address of the host is not public. */
async function publicAddressOf(outside: Outside, url: URL): Promise<LookupFunction | undefined> {
  const found = await outside.resolve(bareHost(url))
  const [first] = found
  if (!first || !found.every(one => isPublicAddress(one.address))) return undefined
  return (_hostname, { all }, done) => (all ? done(null, [first]) : done(null, first.address, first.family))
}

interface FetchOptions {
  accept?: string
  /** Origins that the operator has named himself, which may be in his own network. */
  trusted?: readonly string[]
}

/**
 * The response of a user-supplied address, or undefined: https on port 443, public addresses only, connected to exactly
 * the address that was checked, or an origin the operator trusts; no redirects, within these limits (safety S19).
 */
export async function fetchOutside(
  outside: Outside,
  address: string,
  { bytes, ms }: FetchLimits,
  { accept = 'image/*', trusted = [] }: FetchOptions = {},
): Promise<Buffer | undefined> {
  const given = URL.parse(address)
  const isTrusted = given !== null && trusted.includes(given.origin)
  const url = isTrusted ? given : outsideUrl(address)
  if (!url) return undefined
  return within(ms, async signal => {
    if (isTrusted) return read(url, { signal }, { accept, bytes })
    const lookup = await publicAddressOf(outside, url)
    return lookup && read(url, { agent: outside.agent, lookup, signal }, { accept, bytes })
  })
}

/** Returns the result of this work; undefined if it fails or takes longer than `ms`, even where it ignores the signal. */
function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T | undefined>): Promise<T | undefined> {
  const signal = AbortSignal.timeout(ms)
  const late = new Promise<undefined>(resolve => signal.addEventListener('abort', () => resolve(undefined)))
  return Promise.race([work(signal).catch(() => undefined), late])
}

/**
 * The response of an address that the operator chose, under the same rules, for the caller to read or destroy;
 * undefined if there is none. A connection that is silent for `silentMs` ends.
 */
export async function openOutside(
  outside: Outside,
  address: string,
  { headers, trusted, silentMs }: { headers: Record<string, string>; trusted: readonly string[]; silentMs: number },
): Promise<IncomingMessage | undefined> {
  const given = URL.parse(address)
  const isTrusted = given !== null && trusted.includes(given.origin)
  const url = isTrusted ? given : outsideUrl(address)
  if (!url) return undefined
  try {
    const lookup = isTrusted ? undefined : await publicAddressOf(outside, url)
    if (!isTrusted && !lookup) return undefined
    const options = { headers: { 'accept-encoding': 'identity', ...headers }, timeout: silentMs }
    const request =
      lookup === undefined
        ? (url.protocol === 'http:' ? httpGet : get)(url, options)
        : get(url, { ...options, agent: outside.agent, lookup })
    request.on('timeout', () => request.destroy(new Error(`${url.hostname} is silent`)))
    return await new Promise((resolve, reject) => {
      request.on('response', resolve)
      request.on('error', reject)
    })
  } catch {
    return undefined
  }
}

/** Whether an address could be requested; a host name unknown today may resolve later. */
export async function isSendable(outside: Outside, address: string, trusted: readonly string[], ms: number) {
  if (trusted.includes(URL.parse(address)?.origin ?? '')) return true
  const url = outsideUrl(address)
  if (!url || /^localhost$|\.localhost$|\.local$|\.internal$/.test(url.hostname)) return false
  if (isIP(bareHost(url))) return isPublicAddress(bareHost(url))
  const late = new Promise<true>(resolve => setTimeout(resolve, ms, true).unref())
  const isPublic = publicAddressOf(outside, url).then(
    lookup => lookup !== undefined,
    () => true,
  )
  return Promise.race([isPublic, late])
}

export interface OutsideAnswer {
  status: number
  retryAfterS: number | undefined
}

/**
 * Posts to a user-supplied address under the same rules, or to an origin the operator trusts; undefined if that fails
 * or takes too long, `unknownName` if name servers say that there is no such host. Only the status of the response is
 * read.
 */
export async function postOutside(
  outside: Outside,
  address: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
  { trusted, ms }: { trusted: readonly string[]; ms: number },
): Promise<OutsideAnswer | 'unknownName' | undefined> {
  const url = URL.parse(address)
  if (!url) return undefined
  return within<OutsideAnswer | 'unknownName'>(ms, async signal => {
    if (trusted.includes(url.origin)) {
      const send = url.protocol === 'http:' ? httpRequest : httpsRequest
      return post(send(url, { method: 'POST', headers, signal }), body)
    }
    const checked = outsideUrl(address)
    const lookup = checked && (await publicAddressOf(outside, checked).catch(unlessUnknown))
    if (lookup === 'unknownName') return lookup
    return lookup && post(httpsRequest(url, { method: 'POST', headers, signal, lookup, agent: outside.agent }), body)
  })
}

/** A name server that cannot be reached proves nothing about a name. */
function unlessUnknown(error: unknown): 'unknownName' {
  const code = errorCode(error)
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'unknownName'
  throw error
}

function post(request: ClientRequest, body: Buffer): Promise<OutsideAnswer> {
  return new Promise((resolve, reject) => {
    request.on('response', response => {
      const retryAfterS = Number(response.headers['retry-after'])
      resolve({ status: response.statusCode ?? 0, retryAfterS: Number.isFinite(retryAfterS) ? retryAfterS : undefined })
      request.destroy()
    })
    request.on('error', reject)
    request.end(body)
  })
}

function read(
  url: URL,
  options: { agent?: Agent; lookup?: LookupFunction; signal: AbortSignal },
  { accept, bytes: maxBytes }: { accept: string; bytes: number },
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { accept, 'accept-encoding': 'identity' }
    const open = url.protocol === 'http:' ? httpGet : get
    const request = open(url, { ...options, headers }, response => {
      const chunks: Buffer[] = []
      let length = 0
      function giveUp() {
        request.destroy()
        resolve(undefined)
      }
      if (response.statusCode !== 200) return giveUp()
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > maxBytes) giveUp()
        else chunks.push(chunk)
      })
      response.on('end', () => resolve(Buffer.concat(chunks)))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}
