import { isIP } from 'node:net'
import type { Config } from '../../../platform/config.ts'

/** The address for which passkeys are made; a browser offers them nowhere else. */
export interface RelyingParty {
  /** Its host. */
  id: string
  origin: string
}

/** The host for which passkeys are made; undefined where nobody has named one with https. */
export const passkeyHost = (config: Pick<Config, 'publicUrl'>): string | undefined =>
  relyingParty(config.publicUrl ?? 'http://localhost', config)?.id

/**
 * The relying party of a server that is reached at this origin. Browsers make passkeys for a host name with https, or
 * for localhost; without `PUBLIC_URL` nobody has said what the host is, so only localhost remains.
 */
export function relyingParty(origin: string, { publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | undefined {
  const { hostname: id, protocol } = new URL(origin)
  const isNamed = publicUrl !== undefined && protocol === 'https:' && isIP(id) === 0 && !id.startsWith('[')
  return id === 'localhost' || isNamed ? { id, origin } : undefined
}
