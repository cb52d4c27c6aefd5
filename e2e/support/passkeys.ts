import type { CDPSession, Page } from '@playwright/test'

/** What a simulated device can do. */
const able = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

export interface Device {
  cdp: CDPSession
  authenticatorId: string
}

/** A device of his with passkeys, which Chromium simulates for this page. */
export async function aDevice(
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
  hasResidentKey = true,
): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { ...able, transport, hasResidentKey }
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  return { cdp, authenticatorId }
}

export async function lose({ cdp, authenticatorId }: Device) {
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

/** Whether the device answers by itself, as when its owner puts his finger on it. */
export const touch = ({ cdp, authenticatorId }: Device, enabled: boolean) =>
  cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
