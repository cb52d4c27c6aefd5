import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { limits } from '@papadag/contract/limits'
import { isMailAddress } from '@papadag/contract/users/mail-address'
import * as z from 'zod/mini'
import { isCutShort, isTlsModeKnown } from './db/connection-url.ts'
import { withSecretFiles } from './files/secret-files.ts'
import type { MailOptions } from './mail.ts'
import type { MetricsOptions } from './metrics/metrics.ts'
import type { S3Options } from './pictures/s3-client.ts'

/** The configuration, read from the environment (docs/operate.md, Configuration); every variable is optional. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** A PostgreSQL server; undefined means the embedded database. */
  databaseUrl: string | undefined
  redisUrl: string | undefined
  /** The public origin, without a path; undefined means the Host header of the request. */
  publicUrl: string | undefined
  /** Trusted proxies: none, a number of hops, or addresses. */
  trustProxy: false | number | string[]
  /** Empty until `openDataDir` has read or created it. */
  sessionSecret: string
  openWeatherApiKey: string | undefined
  openWeatherUrl: string
  weatherKeyToClient: boolean
  /** The provider of forecasts for playdates. */
  weatherProvider: (typeof weatherProviders)[number]
  openMeteoUrl: string
  /** The folder of the map hosted by this installation, which several nodes may share. */
  mapDir: string
  /**
   * Where extracts of OpenStreetMap are downloaded from, only when an operator asks, and which origins in his own
   * network are allowed.
   */
  osmDownload: { url: string; trusted: readonly string[] }
  /** The URL template of map tiles for what such a map does not cover, with {z}, {x} and {y}. */
  tileUrl: string
  /** Whether the operator chose it. Otherwise a server with its own map asks nobody else. */
  hasTileUrl: boolean
  /** The attribution of the map tiles, in addition to OpenStreetMap's. */
  tileAttribution: string | undefined
  /** Whether the server fetches and caches those tiles, so that browsers contact nobody else. */
  tileProxy: boolean
  /** Whether the app proposes meetings to fathers who are free on the same half day. */
  proposes: boolean
  /** Whether search engines may list the page that shows visitors a town. */
  isIndexed: boolean
  /** A number multiplies every limit. */
  rateLimit: 'on' | 'off' | number
  /** Undefined: on for an empty embedded database, off with DATABASE_URL. */
  demo: boolean | undefined
  devPages: boolean
  /** How many days chat messages are kept; fractions are allowed. */
  chatRetentionDays: number
  passwordPolicy: 'default' | 'strict'
  allowedOrigins: readonly string[]
  /** Undefined: pictures are kept in `DATA_DIR`. */
  pictureStore: S3Options | undefined
  /** Undefined: the server sends no mail, and features that need mail are off. */
  mail: MailOptions | undefined
  /** The operator's contact for users and authorities, shown in the legal texts. */
  contactEmail: string | undefined
  /** Where fathers can write about a broken playground: the mail address or form of a municipality. */
  municipality: string | undefined
  /** The VAPID keys that sign push messages; undefined means those generated in `DATA_DIR`. */
  vapidKeys: VapidKeys | undefined
  /** Additional origins of push endpoints, such as a self-hosted push service. */
  pushOrigins: readonly string[]
  /** The folder and time of the daily backup; undefined means none. */
  backup: BackupPlan | undefined
  /** The address of the metrics for Prometheus; undefined means none. */
  metrics: MetricsOptions | undefined
  isProduction: boolean
}

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

export interface BackupPlan {
  folder: string
  /** The time of day, such as 03:30. */
  at: string
}

/** A variable with an invalid value; the message is one sentence that names the variable. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem'
}

type Env = Readonly<Record<string, string | undefined>>

function wrong(name: string, want: string): never {
  throw new ConfigProblem(`${name} must be ${want}.`)
}

/** Text that matches a rule; `want` completes the sentence "NAME must be …". */
function text(isRight: (value: string) => boolean, want: string) {
  return z.string().check(z.refine(isRight, want))
}

/** An address that may contain a password. */
function withPassword(isRight: (value: string) => boolean, want: string) {
  // Such a password makes the address look like another one, so it is judged first.
  return z
    .string()
    .check(
      z.refine(value => !isCutShort(value), {
        error: `${want}, with # / ? @ of its password as %23 %2F %3F %40`,
        abort: true,
      }),
    )
    .check(z.refine(isRight, want))
}

function choice<const T extends string>(choices: readonly T[]) {
  return z.pipe(z.string().check(z.toLowerCase()), z.enum(choices, choices.join(' or ')))
}

const OnOff = z.pipe(
  choice(['on', 'off']),
  z.transform(value => value === 'on'),
)

function hasProtocol(value: string, protocols: RegExp): boolean {
  return protocols.test(URL.parse(value)?.protocol ?? '')
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  const isBare = url?.pathname === '/' && !url.search && !url.hash && !url.username
  return isBare && hasProtocol(value, /^https?:$/)
}

const Origin = z.pipe(
  text(isOrigin, 'an origin such as https://papadag.example'),
  z.transform(value => new URL(value).origin),
)
/** Separated by commas. */
const Origins = z.pipe(
  z.pipe(
    z.string(),
    z.transform(value => value.split(',').map(part => part.trim())),
  ),
  z.array(Origin),
)

const HttpUrl = z.pipe(
  text(value => hasProtocol(value, /^https?:$/), 'an address that begins with http:// or https://'),
  z.transform(value => value.replace(/\/$/, '')),
)

function isTileUrl(value: string): boolean {
  const isTemplate =
    URL.canParse(value.replace('{s}', 'a')) && /^https?:/.test(value) && /\{z\}.*\{x\}.*\{y\}/.test(value)
  return isTemplate && !/[\s;,]/.test(value)
}

const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
const isHost = (value: string) => isIP(value) > 0 || /^[a-z0-9.-]+$/i.test(value)

function isPositive(value: string): boolean {
  return Number.isFinite(Number(value)) && Number(value) > 0
}

/** An IP address, a network such as 10.0.0.0/8, or one of the names for common networks. */
function isNetwork(part: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? []
  const version = isIP(address)
  return version === 0 ? /^(loopback|linklocal|uniquelocal)$/.test(part) : Number(bits) <= (version === 4 ? 32 : 128)
}

function proxiesIn(value: string): Config['trustProxy'] | undefined {
  if (/^(off|false|0)$/i.test(value)) return false
  if (/^(on|true)$/i.test(value)) return 1
  if (/^\d+$/.test(value)) return Number(value)
  const addresses = value.split(',').map(part => part.trim())
  return addresses.every(isNetwork) ? addresses : undefined
}

const weatherProviders = ['openweather', 'open-meteo', 'off'] as const

/** OpenWeather requires a key. */
function weatherProvider(
  chosen: (typeof weatherProviders)[number] | undefined,
  key: string | undefined,
): Config['weatherProvider'] {
  if (chosen === 'openweather' && key === undefined)
    wrong('OPEN_WEATHER_API_KEY', 'set for the WEATHER_PROVIDER that was chosen')
  return chosen ?? (key === undefined ? 'off' : 'openweather')
}

/** A server that the operator names himself may be in his own network. */
function osmDownload(chosen: string | undefined): Config['osmDownload'] {
  const url = chosen ?? 'https://download.geofabrik.de'
  return { url, trusted: chosen === undefined ? [] : [new URL(url).origin] }
}

/** The schema of each variable; empty ones have been removed. */
const Variables = z
  .object({
    PORT: z._default(z.pipe(text(isPort, 'a whole number from 0 to 65535'), z.transform(Number)), 3000),
    HOST: z._default(text(isHost, 'an address or a host name'), '127.0.0.1'),
    DATA_DIR: z._default(z.string(), 'data'),
    DATABASE_URL: z.optional(
      withPassword(value => hasProtocol(value, /^postgres(ql)?:$/), 'an address that begins with postgres://').check(
        z.refine(isTlsModeKnown, 'an address whose sslmode is disable, no-verify, require or verify-full'),
      ),
    ),
    REDIS_URL: z.optional(
      withPassword(value => hasProtocol(value, /^rediss?:$/), 'an address that begins with redis://'),
    ),
    PUBLIC_URL: z.optional(Origin),
    TRUST_PROXY: z._default(
      z.pipe(
        text(value => proxiesIn(value) !== undefined, 'off, on, a number of proxies or a list of their addresses'),
        z.transform(value => proxiesIn(value) ?? false),
      ),
      false,
    ),
    SESSION_SECRET: z.optional(text(value => value.length >= 32, 'at least 32 characters long')),
    OPEN_WEATHER_API_KEY: z.optional(z.string()),
    OPEN_WEATHER_URL: z._default(HttpUrl, 'https://api.openweathermap.org'),
    WEATHER_KEY_TO_CLIENT: z._default(OnOff, false),
    WEATHER_PROVIDER: z.optional(choice(weatherProviders)),
    OPEN_METEO_URL: z._default(HttpUrl, 'https://api.open-meteo.com'),
    OSM_DOWNLOAD_URL: z.optional(HttpUrl),
    TILE_URL: z.optional(text(isTileUrl, 'an address with {z}, {x} and {y} in it')),
    TILE_ATTRIBUTION: z.optional(z.string()),
    TILE_PROXY: z._default(OnOff, false),
    MAP_DIR: z.optional(z.string()),
    PROPOSALS: z._default(OnOff, false),
    INDEX_PUBLIC_PAGE: z._default(OnOff, false),
    RATE_LIMIT: z._default(
      z.pipe(
        text(value => /^(on|off)$/i.test(value) || isPositive(value), 'on, off or a number above 0'),
        z.transform((value): Config['rateLimit'] =>
          isPositive(value) ? Number(value) : value.toLowerCase() === 'on' ? 'on' : 'off',
        ),
      ),
      'on',
    ),
    DEMO: z.optional(OnOff),
    CHAT_RETENTION_DAYS: z._default(
      z.pipe(
        text(value => isPositive(value) && Number(value) <= 3650, 'a number above 0'),
        z.transform(Number),
      ),
      limits.chatRetentionDays,
    ),
    DEV_PAGES: z._default(choice(['1', '0']), '1'),
    PASSWORD_POLICY: z._default(choice(['default', 'strict']), 'default'),
    ALLOWED_ORIGINS: z._default(Origins, []),
    PUSH_ORIGINS: z._default(Origins, []),
    MUNICIPALITY_ADDRESS: z.optional(
      text(
        value => isMailAddress(value) || hasProtocol(value, /^https:$/),
        'an e-mail address or an address that begins with https://',
      ),
    ),
    CONTACT_EMAIL: z.optional(text(isMailAddress, 'an e-mail address')),
    BACKUP_DIR: z.optional(z.string()),
    BACKUP_AT: z._default(
      text(value => /^([01]\d|2[0-3]):[0-5]\d$/.test(value), 'a time of day such as 03:30'),
      '03:30',
    ),
    METRICS_PORT: z.optional(z.pipe(text(isPort, 'a whole number from 0 to 65535'), z.transform(Number))),
    METRICS_HOST: z._default(text(isHost, 'an address or a host name'), '127.0.0.1'),
    NODE_ENV: z.optional(z.string()),
  })
  .check(
    z.refine(({ REDIS_URL, SESSION_SECRET }) => REDIS_URL === undefined || SESSION_SECRET !== undefined, {
      path: ['SESSION_SECRET'],
      error: 'set when REDIS_URL is, to the same for all nodes',
    }),
    z.refine(
      ({ TILE_PROXY, PUBLIC_URL, CONTACT_EMAIL }) =>
        !TILE_PROXY || PUBLIC_URL !== undefined || CONTACT_EMAIL !== undefined,
      {
        path: ['TILE_PROXY'],
        error: 'off while neither PUBLIC_URL nor CONTACT_EMAIL is set: tile servers want to know whom to write to',
      },
    ),
  )

const together = 'set, as the other variables of S3 are'
const PictureStore = z.object({
  S3_ENDPOINT: z.pipe(z.string(together), HttpUrl),
  S3_BUCKET: z.string(together).check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')),
  S3_ACCESS_KEY: z.string(together),
  S3_SECRET_KEY: z.string(together),
  S3_REGION: z._default(z.string().check(z.regex(/^[a-z0-9-]+$/i, 'the name of a region')), 'us-east-1'),
})

function isSmtp(value: string): boolean {
  return hasProtocol(value, /^smtps?:$/) && URL.parse(value)?.hostname !== ''
}

function isSender(value: string): boolean {
  const [, bare = value] = /^[^<>\r\n]*<([^<>]+)>$/.exec(value) ?? []
  return isMailAddress(bare.trim())
}

const Mail = z.object({
  SMTP_URL: withPassword(isSmtp, 'an address that begins with smtp:// or smtps://'),
  MAIL_FROM: z
    ._default(z.string(), '')
    .check(z.refine(isSender, 'an e-mail address, such as Papadag <hallo@papadag.example>')),
  // Without it, a mailed link would lead to whatever host the request named.
  PUBLIC_URL: z.string('set when SMTP_URL is: mails link to it'),
})

function read<S extends z.ZodMiniType>(schema: S, env: Env): z.output<S> {
  const result = schema.safeParse(env)
  if (result.success) return result.data
  const [first] = result.error.issues
  return wrong(String(first?.path[0]), first?.message ?? 'something else')
}

function pictureStore(env: Env): S3Options | undefined {
  if (Object.keys(PictureStore.shape).every(name => env[name] === undefined)) return undefined
  const s3 = read(PictureStore, env)
  return {
    endpoint: s3.S3_ENDPOINT,
    bucket: s3.S3_BUCKET,
    region: s3.S3_REGION,
    accessKeyId: s3.S3_ACCESS_KEY,
    secretAccessKey: s3.S3_SECRET_KEY,
  }
}

function mail(env: Env): MailOptions | undefined {
  if (env.SMTP_URL === undefined) return undefined
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = read(Mail, env)
  return { smtpUrl, from }
}

function vapidKeys({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Env): VapidKeys | undefined {
  if (publicKey === undefined && privateKey === undefined) return undefined
  if (!/^[\w-]{87}$/.test(publicKey ?? '')) wrong('VAPID_PUBLIC_KEY', 'a P-256 public key of 65 bytes in base64url')
  if (!/^[\w-]{43}$/.test(privateKey ?? '')) wrong('VAPID_PRIVATE_KEY', 'a P-256 private key of 32 bytes in base64url')
  return { publicKey: publicKey ?? '', privateKey: privateKey ?? '' }
}

/**
 * Reads the configuration; throws `ConfigProblem` with a sentence that names the invalid variable but never its value.
 */
export function readConfig(environment: Env): Config {
  // Shells and compose files unset a variable by setting it to the empty string.
  const given: Env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const env = withSecretFiles(given, wrong)
  const variables = read(Variables, env)
  return Object.freeze({
    port: variables.PORT,
    host: variables.HOST,
    dataDir: resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    redisUrl: variables.REDIS_URL,
    publicUrl: variables.PUBLIC_URL,
    trustProxy: variables.TRUST_PROXY,
    sessionSecret: variables.SESSION_SECRET ?? '',
    openWeatherApiKey: variables.OPEN_WEATHER_API_KEY,
    openWeatherUrl: variables.OPEN_WEATHER_URL,
    weatherKeyToClient: variables.WEATHER_KEY_TO_CLIENT,
    weatherProvider: weatherProvider(variables.WEATHER_PROVIDER, variables.OPEN_WEATHER_API_KEY),
    openMeteoUrl: variables.OPEN_METEO_URL,
    osmDownload: osmDownload(variables.OSM_DOWNLOAD_URL),
    tileUrl: variables.TILE_URL ?? 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    hasTileUrl: variables.TILE_URL !== undefined,
    proposes: variables.PROPOSALS,
    isIndexed: variables.INDEX_PUBLIC_PAGE,
    tileAttribution: variables.TILE_ATTRIBUTION,
    tileProxy: variables.TILE_PROXY,
    mapDir: resolve(variables.MAP_DIR ?? join(variables.DATA_DIR, 'map')),
    rateLimit: variables.RATE_LIMIT,
    demo: variables.DEMO,
    chatRetentionDays: variables.CHAT_RETENTION_DAYS,
    devPages: variables.DEV_PAGES === '1',
    passwordPolicy: variables.PASSWORD_POLICY,
    allowedOrigins: variables.ALLOWED_ORIGINS,
    pictureStore: pictureStore(env),
    mail: mail(env),
    contactEmail: variables.CONTACT_EMAIL,
    municipality: variables.MUNICIPALITY_ADDRESS,
    vapidKeys: vapidKeys(env),
    pushOrigins: variables.PUSH_ORIGINS,
    backup:
      variables.BACKUP_DIR === undefined
        ? undefined
        : { folder: resolve(variables.BACKUP_DIR), at: variables.BACKUP_AT },
    metrics:
      variables.METRICS_PORT === undefined ? undefined : { port: variables.METRICS_PORT, host: variables.METRICS_HOST },
    isProduction: variables.NODE_ENV === 'production',
  })
}
