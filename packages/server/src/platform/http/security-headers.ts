import type { Config } from '../config.ts'

export type Headers = Readonly<Record<string, string>>

/** Sources of a page's own content, by hash. */
export type Inline = { scripts: readonly string[]; styles: readonly string[] }

/**
 * The headers of every response (safety S18). The policy of a script binds the worker that runs it, and that of a file
 * applies to everybody who opens it by its address.
 */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Headers {
  return {
    'content-security-policy': "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/**
 * The further headers of a page, whose policy replaces the short one. Browsers ignore them in other responses, and a
 * first visit has about 40 of those.
 */
export function pageHeaders(
  config: Pick<Config, 'publicUrl' | 'tileUrl' | 'tileProxy'>,
  inline: Inline = { scripts: [], styles: [] },
): Headers {
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
    'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
  }
}

/** The hosts of the map's tiles: one, or with {s}, which stands for several, all hosts of that domain. */
export function tileHost(tileUrl: string): string {
  const { origin } = new URL(tileUrl.replace('{s}', 'any'))
  return tileUrl.includes('{s}') ? origin.replace(/\/\/any[^.]*/, '//*') : origin
}
