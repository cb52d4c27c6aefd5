import { register } from '@papadag/contract/auth'
import { addPasskey, logInWithPasskey, newPasskeyOptions, passkeyOptions } from '@papadag/contract/passkeys'
import { Client } from '../client.ts'
import { world } from '../world.ts'
import { Authenticator } from './authenticator.ts'

/** The address of the servers in these tests. */
export const origin = 'https://papadag.example'

/** A world behind https, where passkeys work. */
export async function open(env: Record<string, string> = {}) {
  const opened = await world({ fathers: 1, env: { PUBLIC_URL: origin, ...env } })
  /** Behind https the cookie of a session has another name. */
  for (const father of [opened.host, ...opened.fathers])
    father.cookies.set('__Host-sid', father.cookies.get('sid') ?? '')
  const browser = () => new Client(opened.origin)
  return { ...opened, browser }
}

export const optionsFor = (client: Client) => client.call(passkeyOptions)
export async function enter(client: Client, device: Authenticator, differences = {}) {
  return client.call(logInWithPasskey, { body: device.prove(await optionsFor(client), differences) })
}
export async function add(father: Client, device = new Authenticator(origin)) {
  const made = await father.call(addPasskey, { body: device.make(await father.call(newPasskeyOptions)) })
  return { device, made }
}

export const newcomer = { username: 'nieuwe', email: 'nieuwe@papadag.test', firstName: 'Sander', lastName: 'Nieuw' }
export async function registerWith(client: Client, device = new Authenticator(origin)) {
  const passkey = device.make(await client.call(passkeyOptions, { query: { for: 'register' } }))
  const user = await client.call(register, { body: { ...newcomer, passkey } })
  return { device, user }
}

/** A passkey of this father, a proof that he has it, and another one that he can add. */
export async function aPasskey(father: Client) {
  const device = new Authenticator('http://localhost')
  await add(father, device)
  // Removing this one ends no session that the other has opened.
  const { made } = await add(father, new Authenticator('http://localhost'))
  const proof = device.prove(await optionsFor(father))
  const another = new Authenticator('http://localhost').make(await father.call(newPasskeyOptions))
  return { made, proof, another }
}
