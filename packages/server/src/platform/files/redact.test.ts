import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { redact } from './redact.ts'

const secrets = {
  DATABASE_URL: 'postgres://papa:een%20lang%20geheim@db/papadag',
  REDIS_URL: 'redis://:redis-geheim@redis',
  SMTP_URL: 'smtp://papa:smtp-geheim@mail',
  MAIL_FROM: 'hallo@papadag.test',
  PUBLIC_URL: 'https://papadag.test',
  SESSION_SECRET: 'a secret for tests alone, long enough',
  S3_ENDPOINT: 'https://s3.test',
  S3_BUCKET: 'papadag',
  S3_ACCESS_KEY: 'AKIAIOSFODNN7EXAMPLE',
  S3_SECRET_KEY: 'wJalrXUtnFEMI/K7MDENG',
  OPEN_WEATHER_API_KEY: '0123456789abcdef',
}

test.each([
  ['an address of the database', `failed: ${secrets.DATABASE_URL}`, 'failed: postgres://papa:***@db/papadag'],
  ['its password, as typed and as it is', 'een%20lang%20geheim, een lang geheim', '***, ***'],
  ['an unknown address whose password has odd signs', 'postgres://a:p#a/s?s@x@db/b', 'postgres://a:***@db/b'],
  [
    'a password among parameters',
    'postgres://db/b?user=a&password=geheim&x=1',
    'postgres://db/b?user=a&password=***&x=1',
  ],
  ['an address of Redis', secrets.REDIS_URL, 'redis://:***@redis'],
  ['an address of the mail server', secrets.SMTP_URL, 'smtp://papa:***@mail'],
  ['the keys of the bucket', `${secrets.S3_ACCESS_KEY} ${secrets.S3_SECRET_KEY}`, '*** ***'],
  ['the secret of sessions', secrets.SESSION_SECRET, '***'],
  ['the key of the weather service', `?appid=${secrets.OPEN_WEATHER_API_KEY}`, '?appid=***'],
  [
    'an address without a password',
    'https://papadag.test/a@b and postgres://db/b',
    'https://papadag.test/a@b and postgres://db/b',
  ],
])('what Papadag prints or logs does not show %s', (_, text, shown) => {
  readConfig(secrets)
  expect(redact(text)).toBe(shown)
})
