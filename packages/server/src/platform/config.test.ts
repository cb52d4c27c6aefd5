import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY: 'papadag',
  S3_SECRET_KEY: 'geheim-geheim',
}

const smtp = {
  SMTP_URL: 'smtps://papadag:geheim@mail.example',
  MAIL_FROM: 'Papadag <hallo@papadag.example>',
  PUBLIC_URL: 'https://papadag.example',
}

test('the defaults are complete: no variable is required', () => {
  expect(readConfig({ PORT: '' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: expect.stringMatching(/[/\\]data$/),
    databaseUrl: undefined,
    rateLimit: 'on',
    trustProxy: false,
    tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    hasTileUrl: false,
    devPages: true,
    pictureStore: undefined,
    mail: undefined,
    allowedOrigins: [],
    pushOrigins: [],
  })
})

/** What the refusals say themselves, as an example of what is right. */
const examples = ['Papadag', 'smtp://', '3:30']

/** The refusal names the variable in one sentence that does not repeat its value. */
function isRefused(env: Record<string, string>, name: string) {
  const { [name]: value = '' } = env
  expect(() => readConfig(env), value).toThrow(
    expect.objectContaining({
      name: 'ConfigProblem',
      message: expect.stringMatching(new RegExp(`^${name} must be [^.]+.*\\.$`)),
    }),
  )
  if (value.length > 3 && !examples.includes(value)) expect(() => readConfig(env)).not.toThrow(value)
}

test.each([
  [{ BACKUP_DIR: '/backups', BACKUP_AT: '25:00' }, 'BACKUP_AT'],
  [{ REDIS_URL: 'localhost:6379', SESSION_SECRET: 'long enough to be believed, really' }, 'REDIS_URL'],
  // Nodes with different secrets would not accept each other's sessions.
  [{ REDIS_URL: 'redis://localhost' }, 'SESSION_SECRET'],
  [{ WEATHER_PROVIDER: 'knmi' }, 'WEATHER_PROVIDER'],
  // OpenWeather requires a key.
  [{ WEATHER_PROVIDER: 'openweather' }, 'OPEN_WEATHER_API_KEY'],
  [{ OPEN_METEO_URL: 'ftp://x' }, 'OPEN_METEO_URL'],
  [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_BUCKET'],
  [{ S3_REGION: 'eu-west-1' }, 'S3_ENDPOINT'],
  [{ ...s3, S3_SECRET_KEY: '' }, 'S3_SECRET_KEY'],
  [{ ...s3, S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT'],
  [{ ...s3, S3_BUCKET: 'Pictures/2026' }, 'S3_BUCKET'],
  [{ ...s3, S3_REGION: 'eu west' }, 'S3_REGION'],
  [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM'],
  [{ ...smtp, MAIL_FROM: 'Papadag' }, 'MAIL_FROM'],
  [{ ...smtp, MAIL_FROM: 'Papa\r\nBcc: <hallo@papadag.example>' }, 'MAIL_FROM'],
  // Without it links would lead to whatever host a request names.
  [{ ...smtp, PUBLIC_URL: '' }, 'PUBLIC_URL'],
])('a variable that is wrong or missing beside %j is named: %s', isRefused)

test.each([
  [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustProxy: ['loopback', '10.0.0.0/8'] }],
  [{ TRUST_PROXY: 'fd00::/8' }, { trustProxy: ['fd00::/8'] }],
  [{ PUBLIC_URL: 'https://papadag.example/' }, { publicUrl: 'https://papadag.example' }],
  [{}, { weatherProvider: 'off', openMeteoUrl: 'https://api.open-meteo.com' }],
  [{ OPEN_WEATHER_API_KEY: 'a-key' }, { weatherProvider: 'openweather' }],
  [{ OPEN_WEATHER_API_KEY: 'a-key', WEATHER_PROVIDER: 'off' }, { weatherProvider: 'off' }],
  [{ OPEN_WEATHER_API_KEY: 'a-key', WEATHER_PROVIDER: 'openweather' }, { weatherProvider: 'openweather' }],
  [{ WEATHER_PROVIDER: 'Open-Meteo' }, { weatherProvider: 'open-meteo' }],
  [{ OPEN_METEO_URL: 'http://weather:8080/' }, { openMeteoUrl: 'http://weather:8080' }],
  [{ CONTACT_EMAIL: 'hallo@papadag.example' }, { contactEmail: 'hallo@papadag.example' }],
  // Only a server that the operator names himself may be in his own network.
  [{}, { osmDownload: { url: 'https://download.geofabrik.de', trusted: [] } }],
  [
    { OSM_DOWNLOAD_URL: 'http://mirror:8080/osm/' },
    { osmDownload: { url: 'http://mirror:8080/osm', trusted: ['http://mirror:8080'] } },
  ],
  [
    { PROPOSALS: 'on', INDEX_PUBLIC_PAGE: 'on' },
    { proposes: true, isIndexed: true },
  ],
  [{}, { proposes: false, isIndexed: false, tileProxy: false, weatherKeyToClient: false, chatRetentionDays: 7 }],
  [{ DATA_DIR: '/srv/papadag' }, { dataDir: '/srv/papadag', mapDir: '/srv/papadag/map' }],
  [{ DATA_DIR: '/srv/papadag', MAP_DIR: '/srv/map' }, { mapDir: '/srv/map' }],
  [
    { ...s3, S3_ENDPOINT: 'https://s3.example/' },
    {
      pictureStore: {
        endpoint: 'https://s3.example',
        bucket: 'pictures',
        region: 'us-east-1',
        accessKeyId: 'papadag',
        secretAccessKey: 'geheim-geheim',
      },
    },
  ],
  [{ ...s3, S3_REGION: 'eu-west-1' }, { pictureStore: { region: 'eu-west-1' } }],
])('the setting %j is read as %j', (env: Record<string, string>, config) => {
  expect(readConfig(env)).toMatchObject(config)
})

const keys = { VAPID_PUBLIC_KEY: 'p'.repeat(87), VAPID_PRIVATE_KEY: 's'.repeat(43) }

/** Each variable on both sides of its rule: what is accepted, and what is just refused. */
test.each<[name: string, right: [string, object][], wrong: string[]]>([
  [
    'PORT',
    [
      ['0', { port: 0 }],
      ['65535', { port: 65_535 }],
    ],
    ['65536', '1.5', '-1', '100000', '70000', 'drie'],
  ],
  [
    'HOST',
    [
      ['::1', { host: '::1' }],
      ['my-host.example', { host: 'my-host.example' }],
    ],
    ['http://a', '::g', 'a b'],
  ],
  [
    'DATABASE_URL',
    [
      ['postgresql://a/b', { databaseUrl: 'postgresql://a/b' }],
      ['postgres://a', {}],
    ],
    ['postgress://a', 'a', 'mysql://x'],
  ],
  [
    'PUBLIC_URL',
    [['http://a.example:8080', { publicUrl: 'http://a.example:8080' }]],
    [
      'ftp://a.example',
      'https://a.example?b',
      'https://a.example#b',
      'https://b@a.example',
      'a.example',
      'https://papadag.example/path',
    ],
  ],
  [
    'TRUST_PROXY',
    [
      ...['off', 'FALSE', '0'].map((value): [string, object] => [value, { trustProxy: false }]),
      ...['on', 'True', '1'].map((value): [string, object] => [value, { trustProxy: 1 }]),
      ['3', { trustProxy: 3 }],
      ['10.0.0.1', { trustProxy: ['10.0.0.1'] }],
      ['10.0.0.0/32', { trustProxy: ['10.0.0.0/32'] }],
      ['fd00::/128,linklocal, uniquelocal', { trustProxy: ['fd00::/128', 'linklocal', 'uniquelocal'] }],
    ],
    ['10.0.0.0/33', 'fd00::/129', 'loopback,elsewhere', '10.0.0.0/', 'loopback,', 'perhaps', 'loopback/8'],
  ],
  ['SESSION_SECRET', [['s'.repeat(32), { sessionSecret: 's'.repeat(32) }]], ['s'.repeat(31), 'geheim']],
  ['OPEN_WEATHER_URL', [['http://a/b/', { openWeatherUrl: 'http://a/b' }]], ['a', 'ftp://x']],
  [
    'WEATHER_KEY_TO_CLIENT',
    [
      ['ON', { weatherKeyToClient: true }],
      ['off', { weatherKeyToClient: false }],
    ],
    ['1', 'ja'],
  ],
  [
    'TILE_URL',
    [
      ['https://{s}.a/{z}/{x}/{y}', {}],
      ['http://a/{z}/{x}/{y}', {}],
    ],
    [
      ...['https://a/{z}/{x}/{y},b', 'ftp://a/{z}/{x}/{y}', 'https://[/{z}/{x}/{y}', 'tiles.example/{z}/{x}/{y}.png'],
      ...['https://tiles.example/{z}/{x}.png', 'https://tiles.example; script-src *;/{z}/{x}/{y}.png'],
    ],
  ],
  [
    'RATE_LIMIT',
    [
      ['ON', { rateLimit: 'on' }],
      ['Off', { rateLimit: 'off' }],
      ['0.5', { rateLimit: 0.5 }],
    ],
    ['0', ' ', 'Infinity', 'on off', '-1', 'soms'],
  ],
  [
    'DEMO',
    [
      ['on', { demo: true }],
      ['OFF', { demo: false }],
    ],
    ['1', 'yes'],
  ],
  [
    'CHAT_RETENTION_DAYS',
    [
      ['0.5', { chatRetentionDays: 0.5 }],
      ['3650', { chatRetentionDays: 3650 }],
    ],
    ['3651', ' ', 'een week', '0'],
  ],
  [
    'DEV_PAGES',
    [
      ['0', { devPages: false }],
      ['1', { devPages: true }],
    ],
    ['2', 'on'],
  ],
  [
    'PASSWORD_POLICY',
    [
      ['Strict', { passwordPolicy: 'strict' }],
      ['default', { passwordPolicy: 'default' }],
    ],
    ['weak', 'none'],
  ],
  [
    'ALLOWED_ORIGINS',
    [['https://a.example, http://b.example', { allowedOrigins: ['https://a.example', 'http://b.example'] }]],
    ['https://a.example/b', 'https://a.example,b'],
  ],
  [
    'PUSH_ORIGINS',
    [['https://a.example,https://b.example', { pushOrigins: ['https://a.example', 'https://b.example'] }]],
    ['a'],
  ],
  ['CONTACT_EMAIL', [['a@b.nl', { contactEmail: 'a@b.nl' }]], ['a', 'a@b']],
  ['METRICS_PORT', [['9100', { metrics: { port: 9100, host: '127.0.0.1' } }]], ['65536']],
  [
    'NODE_ENV',
    [
      ['production', { isProduction: true }],
      ['test', { isProduction: false }],
    ],
    [],
  ],
])('%s is read up to the limits of its rule, and refused beyond them', (name, right, wrong) => {
  for (const [value, config] of right) expect(readConfig({ [name]: value })).toMatchObject(config)
  for (const value of wrong) isRefused({ [name]: value }, name)
})

test.each<[name: string, others: Record<string, string>, right: [string, object][], wrong: string[]]>([
  [
    'REDIS_URL',
    { SESSION_SECRET: 's'.repeat(32) },
    [
      ['redis://a', { redisUrl: 'redis://a' }],
      ['rediss://a', { redisUrl: 'rediss://a' }],
    ],
    ['redisss://a'],
  ],
  [
    'BACKUP_AT',
    { BACKUP_DIR: '/backups' },
    [
      ['', { backup: { at: '03:30' } }],
      ['00:00', { backup: { at: '00:00' } }],
      ['19:09', {}],
      ['23:59', {}],
    ],
    ['24:00', '03:60', '3:30', '03:300'],
  ],
  ['METRICS_HOST', { METRICS_PORT: '9100' }, [['::', { metrics: { host: '::' } }]], ['a b']],
  [
    'S3_BUCKET',
    s3,
    [
      ['abc', {}],
      ['a'.repeat(63), {}],
    ],
    ['ab', 'a'.repeat(64), '-ab', 'ab-', 'A-b'],
  ],
  // Tile servers want to know to whom they can write.
  ['TILE_PROXY', {}, [['off', { tileProxy: false }]], ['on', '1']],
  ['TILE_PROXY', { PUBLIC_URL: 'https://papadag.example' }, [['on', { tileProxy: true }]], []],
  ['TILE_PROXY', { CONTACT_EMAIL: 'a@b.nl' }, [['ON', { tileProxy: true }]], []],
  ['SMTP_URL', smtp, [['smtp://a', { mail: { smtpUrl: 'smtp://a' } }]], ['smtp://', 'http://a', 'a']],
  ['MAIL_FROM', smtp, [['a@b.nl', { mail: { from: 'a@b.nl' } }]], ['<a@b>', 'a <b> <a@b.nl>']],
  ['VAPID_PUBLIC_KEY', keys, [['x'.repeat(87), { vapidKeys: { publicKey: 'x'.repeat(87) } }]], ['', 'x'.repeat(86)]],
  ['VAPID_PRIVATE_KEY', keys, [['x'.repeat(43), { vapidKeys: { privateKey: 'x'.repeat(43) } }]], ['', 'x'.repeat(44)]],
])('%s, together with the settings it needs, is read up to the limits of its rule', (name, others, right, wrong) => {
  for (const [value, config] of right) expect(readConfig({ ...others, [name]: value })).toMatchObject(config)
  for (const value of wrong) isRefused({ ...others, [name]: value }, name)
})

test('settings of something that is not configured have no effect', () => {
  const config = readConfig({ BACKUP_AT: '05:00', METRICS_HOST: '::', MAIL_FROM: 'a@b.nl' })
  expect(config).toMatchObject({ backup: undefined, metrics: undefined, mail: undefined, vapidKeys: undefined })
})
