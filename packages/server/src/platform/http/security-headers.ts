import type { Config } from '../config.ts'
import type { Pages } from './pages/pages.ts'

/** The headers of every response (safety S18). */
export function securityHeaders(
  config: Pick<Config, 'publicUrl' | 'tileUrl' | 'tileProxy'>,
  inline: Pages['inline'] = { scripts: [], styles: [] },
): Readonly<Record<string, string>> {
  const isHttps = config.publicUrl?.startsWith('https:') ?? false
  // 'self' covers same-origin ws: in current browsers; older Safari needs it spelled out.
  const socket = config.publicUrl ? ` ${config.publicUrl.replace(/^http/, 'ws')}` : ''
  const policy = {
    'default-src': "'self'",
    'script-src': ["'self'", ...inline.scripts].join(' '),
    'style-src': ["'self'", ...inline.styles].join(' '),
    'img-src': `'self' data: blob:${config.tileProxy ? '' : ` ${tileHost(config.tileUrl)}`}`,
    'connect-src': `'self'${socket}`,
    'font-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** The hosts of the map's tiles: one, or with {s}, which stands for several, all hosts of that domain. */
export function tileHost(tileUrl: string): string {
  const { origin } = new URL(tileUrl.replace('{s}', 'any'))
  return tileUrl.includes('{s}') ? origin.replace(/\/\/any[^.]*/, '//*') : origin
}
