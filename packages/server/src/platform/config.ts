import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { emailPattern, limits } from '@papadag/contract/limits'
import type { MailOptions } from './mail.ts'
import type { S3Options } from './pictures/store-s3.ts'
import { withSecretFiles } from './secret-files.ts'

/** What the environment says (README, Configuration); every variable is optional. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** A PostgreSQL server; undefined means the embedded database. */
  databaseUrl: string | undefined
  /** A Redis server, for several nodes. */
  redisUrl: string | undefined
  /** The origin people use, without a path; undefined means the Host of the request. */
  publicUrl: string | undefined
  /** Which proxies in front are believed: none, a number of them, or those with these addresses. */
  trustProxy: false | number | string[]
  /** Empty until `openDataDir` has read or made it. */
  sessionSecret: string
  openWeatherApiKey: string | undefined
  openWeatherUrl: string
  weatherKeyToClient: boolean
  /** Where the map's pictures come from, with {z}, {x} and {y} in it. */
  tileUrl: string
  /** Who else wants to be named on the map, beside OpenStreetMap. */
  tileAttribution: string | undefined
  /** A number multiplies every limit. */
  rateLimit: 'on' | 'off' | number
  /** Undefined: on for an empty embedded database, off with DATABASE_URL. */
  demo: boolean | undefined
  devPages: boolean
  /** Days the chat keeps messages; fractions allowed. */
  chatRetentionDays: number
  passwordPolicy: 'default' | 'strict'
  allowedOrigins: readonly string[]
  /** Where pictures are kept; undefined means `DATA_DIR`. */
  pictureStore: S3Options | undefined
  /** How mail leaves; undefined means that there is none, and nothing that needs it. */
  mail: MailOptions | undefined
  /** Where users and authorities reach the operator; the legal texts name it. */
  contactEmail: string | undefined
  isProduction: boolean
}

/** A variable with a wrong value; the message is one sentence that names it. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem'
}

type Env = Readonly<Record<string, string | undefined>>

function wrong(name: string, want: string): never {
  throw new ConfigProblem(`${name} must be ${want}.`)
}

function port(env: Env): number {
  const text = env.PORT ?? '3000'
  const value = Number(text)
  return /^\d{1,5}$/.test(text) && value <= 65_535 ? value : wrong('PORT', 'a whole number from 0 to 65535')
}

function host(env: Env): string {
  const value = env.HOST ?? '127.0.0.1'
  return isIP(value) || /^[a-z0-9.-]+$/i.test(value) ? value : wrong('HOST', 'an address or a host name')
}

function databaseUrl({ DATABASE_URL: value }: Env): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  return url && /^postgres(ql)?:$/.test(url.protocol)
    ? value
    : wrong('DATABASE_URL', 'an address that begins with postgres://')
}

function redisUrl({ REDIS_URL: value }: Env): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  return url && /^rediss?:$/.test(url.protocol) ? value : wrong('REDIS_URL', 'an address that begins with redis://')
}

function origin(name: string, value: string): string {
  const url = URL.parse(value)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  return isOrigin ? url.origin : wrong(name, 'an origin such as https://papadag.example')
}

function httpUrl(name: string, value: string): string {
  const url = URL.parse(value)
  return url && /^https?:$/.test(url.protocol)
    ? value.replace(/\/$/, '')
    : wrong(name, 'an address that begins with http:// or https://')
}

function tileUrl({ TILE_URL: value = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png' }: Env): string {
  const isTemplate =
    URL.canParse(value.replace('{s}', 'a')) && /^https?:/.test(value) && /\{z\}.*\{x\}.*\{y\}/.test(value)
  return isTemplate && !/[\s;,]/.test(value) ? value : wrong('TILE_URL', 'an address with {z}, {x} and {y} in it')
}

function choice<const T extends string>(name: string, value: string, choices: readonly T[]): T {
  return choices.find(known => known === value.toLowerCase()) ?? wrong(name, choices.join(' or '))
}

function positive(name: string, text: string): number {
  const value = Number(text)
  return text.trim() !== '' && Number.isFinite(value) && value > 0 && value <= 3650
    ? value
    : wrong(name, 'a number above 0')
}

function rateLimit({ RATE_LIMIT: value = 'on' }: Env): Config['rateLimit'] {
  const factor = Number(value)
  if (value.trim() !== '' && Number.isFinite(factor))
    return factor > 0 ? factor : wrong('RATE_LIMIT', 'on, off or a number above 0')
  return choice('RATE_LIMIT', value, ['on', 'off'])
}

/** An address, a network of them such as 10.0.0.0/8, or one of the names that stand for some. */
function isNetwork(part: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? []
  const version = isIP(address)
  return version === 0 ? /^(loopback|linklocal|uniquelocal)$/.test(part) : Number(bits) <= (version === 4 ? 32 : 128)
}

function trustProxy({ TRUST_PROXY: value = 'off' }: Env): Config['trustProxy'] {
  if (/^(off|false|0)$/i.test(value)) return false
  if (/^(on|true)$/i.test(value)) return 1
  if (/^\d+$/.test(value)) return Number(value)
  const addresses = value.split(',').map(part => part.trim())
  return addresses.every(isNetwork)
    ? addresses
    : wrong('TRUST_PROXY', 'off, on, a number of proxies or a list of their addresses')
}

function sessionSecret({ SESSION_SECRET: value, REDIS_URL: redis }: Env): string {
  if (value === undefined && redis !== undefined)
    wrong('SESSION_SECRET', 'set when REDIS_URL is, to the same for all nodes')
  if (value === undefined) return ''
  return value.length >= 32 ? value : wrong('SESSION_SECRET', 'at least 32 characters long')
}

function contactEmail({ CONTACT_EMAIL: value }: Env): string | undefined {
  return value === undefined || emailPattern.test(value) ? value : wrong('CONTACT_EMAIL', 'an e-mail address')
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_REGION'] as const

function pictureStore(env: Env): S3Options | undefined {
  if (s3Names.every(name => env[name] === undefined)) return undefined
  const [endpoint, bucket, accessKeyId, secretAccessKey] = s3Names.map(
    name => env[name] ?? (name === 'S3_REGION' ? '' : wrong(name, 'set, as the other variables of S3 are')),
  ) as [string, string, string, string] // as many as there are names
  const region = env.S3_REGION ?? 'us-east-1'
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) wrong('S3_BUCKET', 'the name of a bucket')
  if (!/^[a-z0-9-]+$/i.test(region)) wrong('S3_REGION', 'the name of a region')
  return { endpoint: httpUrl('S3_ENDPOINT', endpoint), bucket, region, accessKeyId, secretAccessKey }
}

function mail({ SMTP_URL: smtpUrl, MAIL_FROM: from = '', PUBLIC_URL: publicUrl }: Env): MailOptions | undefined {
  if (smtpUrl === undefined) return undefined
  const url = URL.parse(smtpUrl)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    wrong('SMTP_URL', 'an address that begins with smtp:// or smtps://')
  const [, bare = from] = /^[^<>\r\n]*<([^<>]+)>$/.exec(from) ?? []
  if (!emailPattern.test(bare)) wrong('MAIL_FROM', 'an e-mail address, such as Papadag <hallo@papadag.example>')
  // A link in a mail must not lead where the one who asked for it says.
  if (publicUrl === undefined) wrong('PUBLIC_URL', 'set when SMTP_URL is: mails link to it')
  return { smtpUrl, from }
}

/** Reads the configuration; throws `ConfigProblem` with a sentence that names a wrong variable and never its value. */
export function readConfig(environment: Env): Config {
  // An empty variable is an unset one, as shells and compose files mean it.
  const given: Env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const env = withSecretFiles(given, wrong)
  return Object.freeze({
    port: port(env),
    host: host(env),
    dataDir: resolve(env.DATA_DIR ?? 'data'),
    databaseUrl: databaseUrl(env),
    redisUrl: redisUrl(env),
    publicUrl: env.PUBLIC_URL === undefined ? undefined : origin('PUBLIC_URL', env.PUBLIC_URL),
    trustProxy: trustProxy(env),
    sessionSecret: sessionSecret(env),
    openWeatherApiKey: env.OPEN_WEATHER_API_KEY,
    openWeatherUrl: httpUrl('OPEN_WEATHER_URL', env.OPEN_WEATHER_URL ?? 'https://api.openweathermap.org'),
    weatherKeyToClient: choice('WEATHER_KEY_TO_CLIENT', env.WEATHER_KEY_TO_CLIENT ?? 'off', ['on', 'off']) === 'on',
    tileUrl: tileUrl(env),
    tileAttribution: env.TILE_ATTRIBUTION,
    rateLimit: rateLimit(env),
    demo: env.DEMO === undefined ? undefined : choice('DEMO', env.DEMO, ['on', 'off']) === 'on',
    chatRetentionDays: positive('CHAT_RETENTION_DAYS', env.CHAT_RETENTION_DAYS ?? String(limits.chatRetentionDays)),
    devPages: choice('DEV_PAGES', env.DEV_PAGES ?? '1', ['1', '0']) === '1',
    passwordPolicy: choice('PASSWORD_POLICY', env.PASSWORD_POLICY ?? 'default', ['default', 'strict']),
    allowedOrigins: (env.ALLOWED_ORIGINS?.split(',') ?? []).map(value => origin('ALLOWED_ORIGINS', value.trim())),
    pictureStore: pictureStore(env),
    mail: mail(env),
    contactEmail: contactEmail(env),
    isProduction: env.NODE_ENV === 'production',
  })
}
