import type { PushDevice } from '@papadag/contract/push'

/** A device of a father as the server lists it. */
export const aDevice = (changes: Partial<PushDevice>): PushDevice => ({
  id: 1,
  name: 'Firefox',
  service: 'push.example',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSentAt: null,
  isSilent: false,
  fingerprint: 'another',
  ...changes,
})

/** What the server calls an endpoint. */
export async function fingerprintOf(endpoint: string) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return [...hash.slice(0, 8)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
