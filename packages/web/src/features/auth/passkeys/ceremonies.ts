import { newPasskeyOptions, type PasskeyOptions, passkeyOptions } from '@papadag/contract/passkeys'
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { call } from '../../../platform/data/call.ts'

type ToLogIn = Parameters<typeof startAuthentication>[0]['optionsJSON']
type ToMake = Parameters<typeof startRegistration>[0]['optionsJSON']
export type Proof = Awaited<ReturnType<typeof startAuthentication>>
export type MadePasskey = Awaited<ReturnType<typeof startRegistration>>

/** A challenge is good for five minutes. */
const renewMs = 4 * 60_000

/** The library's types name what the options for this purpose always have. */
const toLogIn = (options: PasskeyOptions) => options as ToLogIn
const toMake = (options: PasskeyOptions) => options as ToMake

/** Whether the user, or a newer request, has ended it: nothing to tell him. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}

/** Whether his device already has a passkey for this account. */
export function isKnownHere(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError'
}

/** Asks the browser for a passkey, whichever the user chooses. */
export async function askForPasskey(): Promise<Proof> {
  return startAuthentication({ optionsJSON: toLogIn(await call(passkeyOptions, {})) })
}

type Autofill = {
  signal: AbortSignal
  onGiven: (proof: Proof) => void
  /** There are passkeys that work only at a former address of this server. */
  onMoved: () => void
}

/** Lets the browser offer passkeys in the field of the username, with a fresh challenge as long as the page is open. */
export async function offerInAutofill({ signal, onGiven, onMoved }: Autofill): Promise<void> {
  const first = await call(passkeyOptions, {})
  if (first.isMoved) onMoved()
  if (!(await browserSupportsWebAuthnAutofill())) return
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  for (let options = first; !signal.aborted; options = await call(passkeyOptions, {})) {
    let isOld = false
    const renewal = setTimeout(() => {
      isOld = true
      WebAuthnAbortService.cancelCeremony()
    }, renewMs)
    try {
      return onGiven(await startAuthentication({ optionsJSON: toLogIn(options), useBrowserAutofill: true }))
    } catch {
      // He uses the button, or the browser has refused.
      if (!isOld) return
    } finally {
      clearTimeout(renewal)
    }
  }
}

/** Makes a passkey for the user who is logged in. */
export async function makeOwnPasskey(): Promise<MadePasskey> {
  return startRegistration({ optionsJSON: toMake(await call(newPasskeyOptions, {})) })
}

/** Makes a passkey for an account that is about to be created. */
export async function makeFirstPasskey(name: string, displayName: string): Promise<MadePasskey> {
  const options = toMake(await call(passkeyOptions, { query: { for: 'register' } }))
  return startRegistration({ optionsJSON: { ...options, user: { ...options.user, name, displayName } } })
}

/** Tells the browser which passkeys the account has, so that it offers no others; not every browser can be told. */
export async function forgetOthers(): Promise<void> {
  const { rp, user, excludeCredentials = [] } = await call(newPasskeyOptions, {})
  if (!rp || !user || !('signalAllAcceptedCredentials' in PublicKeyCredential)) return
  await (PublicKeyCredential as unknown as Signals).signalAllAcceptedCredentials({
    rpId: rp.id,
    userId: user.id,
    allAcceptedCredentialIds: excludeCredentials.map(({ id }) => id),
  })
}

/** In browsers for a year; not in the types yet. */
interface Signals {
  signalAllAcceptedCredentials(known: {
    rpId: string
    userId: string
    allAcceptedCredentialIds: string[]
  }): Promise<void>
}
