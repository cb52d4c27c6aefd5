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
    devPages: true,
    pictureStore: undefined,
    mail: undefined,
    allowedOrigins: [],
    pushOrigins: [],
  })
})

test.each([
  [{ PORT: '70000' }, 'PORT'],
  [{ PORT: 'drie' }, 'PORT'],
  [{ HOST: 'a b' }, 'HOST'],
  [{ BACKUP_DIR: '/backups', BACKUP_AT: '25:00' }, 'BACKUP_AT'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ REDIS_URL: 'localhost:6379', SESSION_SECRET: 'long enough to be believed, really' }, 'REDIS_URL'],
  // Nodes with different secrets would not accept each other's sessions.
  [{ REDIS_URL: 'redis://localhost' }, 'SESSION_SECRET'],
  [{ CHAT_RETENTION_DAYS: 'een week' }, 'CHAT_RETENTION_DAYS'],
  [{ CHAT_RETENTION_DAYS: '0' }, 'CHAT_RETENTION_DAYS'],
  [{ PUBLIC_URL: 'https://papadag.example/path' }, 'PUBLIC_URL'],
  [{ TRUST_PROXY: 'perhaps' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: 'loopback/8' }, 'TRUST_PROXY'],
  [{ SESSION_SECRET: 'geheim' }, 'SESSION_SECRET'],
  [{ OPEN_WEATHER_URL: 'ftp://x' }, 'OPEN_WEATHER_URL'],
  [{ TILE_URL: 'tiles.example/{z}/{x}/{y}.png' }, 'TILE_URL'],
  [{ TILE_URL: 'https://tiles.example/{z}/{x}.png' }, 'TILE_URL'],
  [{ TILE_URL: 'https://tiles.example; script-src *;/{z}/{x}/{y}.png' }, 'TILE_URL'],
  [{ WEATHER_KEY_TO_CLIENT: 'ja' }, 'WEATHER_KEY_TO_CLIENT'],
  [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT'],
  [{ RATE_LIMIT: 'soms' }, 'RATE_LIMIT'],
  [{ DEMO: 'yes' }, 'DEMO'],
  [{ DEV_PAGES: 'on' }, 'DEV_PAGES'],
  [{ PASSWORD_POLICY: 'none' }, 'PASSWORD_POLICY'],
  [{ ALLOWED_ORIGINS: 'https://a.example,b' }, 'ALLOWED_ORIGINS'],
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
])(
  'a wrong variable is named in one sentence that does not repeat its value: %j',
  (env: Record<string, string>, name) => {
    const [value = ''] = Object.values(env)
    expect(() => readConfig(env)).toThrow(
      expect.objectContaining({
        name: 'ConfigProblem',
        message: expect.stringMatching(new RegExp(`^${name} must be [^.]+.*\\.$`)),
      }),
    )
    if (value.length > 3) expect(() => readConfig(env)).not.toThrow(value)
  },
)

test.each([
  [{ RATE_LIMIT: '2.5' }, { rateLimit: 2.5 }],
  [{ RATE_LIMIT: 'off' }, { rateLimit: 'off' }],
  [{ TRUST_PROXY: '1' }, { trustProxy: 1 }],
  [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustProxy: ['loopback', '10.0.0.0/8'] }],
  [{ TRUST_PROXY: 'fd00::/8' }, { trustProxy: ['fd00::/8'] }],
  [{ PUBLIC_URL: 'https://papadag.example/' }, { publicUrl: 'https://papadag.example' }],
  [{ DEMO: 'off' }, { demo: false }],
  [{ CONTACT_EMAIL: 'hallo@papadag.example' }, { contactEmail: 'hallo@papadag.example' }],
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
])('%j is read as %j', (env: Record<string, string>, config) => {
  expect(readConfig(env)).toMatchObject(config)
})
