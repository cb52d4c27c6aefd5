import type { PasskeyOptions } from '@papadag/contract/passkeys'
import type { MadePasskey } from '@papadag/contract/users/made-passkey'
import * as z from 'zod/mini'
import { challengeSeconds } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loaded with the first passkey: it takes 200 ms and 30 MB. */
const library = () => import('@simplewebauthn/server')

/** Ed25519, ECDSA with P-256, RSA: every device can make one of these. */
const algorithms = [-8, -7, -257]

const timeout = challengeSeconds * 1000
/** A finger, a face or a PIN where the device has one. */
const userVerification = 'preferred'

export const optionsToLogIn = (rp: RelyingParty, challenge: Buffer): PasskeyOptions => ({
  challenge: challenge.toString('base64url'),
  timeout,
  rpId: rp.id,
  userVerification,
})

/** Options for a passkey that a device offers by itself, without a name typed before. */
export function optionsToMake(
  rp: RelyingParty,
  challenge: Buffer,
  { handle, name, displayName, known }: { handle: Buffer; name: string; displayName: string; known: readonly string[] },
): PasskeyOptions {
  return {
    challenge: challenge.toString('base64url'),
    timeout,
    rp: { id: rp.id, name: 'Papadag' },
    user: { id: handle.toString('base64url'), name, displayName },
    pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
    attestation: 'none',
    excludeCredentials: known.map(id => ({ type: 'public-key', id })),
  }
}

const ClientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.boolean()) })

interface FromBrowser {
  response: { clientDataJSON: string }
}

/** What the browser says about the page that has asked; undefined if that cannot be read. */
function clientDataOf({ response }: FromBrowser) {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()))
  } catch {
    return undefined
  }
}

/** The challenge that a credential says it answers; empty if it says nothing. */
export function challengeIn(given: FromBrowser): Buffer {
  return Buffer.from(clientDataOf(given)?.challenge ?? '', 'base64url')
}

/** Within a page of somebody else, which the library accepts from browsers that do not name that page. */
const isWithinAnother = (given: FromBrowser) => clientDataOf(given)?.crossOrigin === true

/** A new credential as it is stored. */
export interface NewCredential {
  id: Buffer
  publicKey: Buffer
  counter: number
  /** The model of the device or program that made it. */
  model: string
  /** A security key, which is no part of a phone or computer. */
  isApart: boolean
}

/** A new credential, if it was made for this relying party; whose challenge it answers is checked elsewhere. */
export async function readMade(rp: RelyingParty, made: MadePasskey): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await library()
  // The contract has checked its form; the library's types know names of transports that browsers do not keep to.
  const response = { ...made, clientExtensionResults: {} } as Parameters<
    typeof verifyRegistrationResponse
  >[0]['response']
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: () => true,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo || isWithinAnother(made)) return undefined
  const { credential, aaguid } = registrationInfo
  const { transports = [] } = made.response
  return {
    id: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    model: aaguid,
    isApart: transports.length > 0 && transports.every(one => ['usb', 'nfc', 'ble', 'smart-card'].includes(one)),
  }
}

/** A proof that whoever logs in has the passkey. */
export interface Proof {
  id: string
  rawId: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string }
}

/** A point of the curve, so that a passkey that nobody has takes as long to check. */
const nobodysKey = Buffer.from(
  `a5010203262001215820${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}225820${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`,
  'hex',
)

/** The device's count of uses, if the proof fits the key; `key` is undefined for a passkey that nobody has. */
export async function countIn(
  rp: RelyingParty,
  { id, rawId, response }: Proof,
  key: Buffer | undefined,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: () => true,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    // The count is compared in the database, where two logins at once meet.
    credential: { id, publicKey: new Uint8Array(key ?? nobodysKey), counter: 0 },
    requireUserVerification: false,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  return verified && key && !isWithinAnother({ response }) ? authenticationInfo?.newCounter : undefined
}
