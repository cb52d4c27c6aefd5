import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { MadePasskey } from '@papadag/contract/users/made-passkey'

/** What a page asks of a device: the part of the options that it uses. */
interface Asked {
  challenge: string
  rpId?: string | undefined
  rp?: { id: string } | undefined
}

/** What may be wrong about an answer. */
interface Differences {
  /** The page that asks. */
  origin?: string
  /** Within another page. */
  crossOrigin?: boolean
  rpId?: string
  counter?: number
  challenge?: string
}

/** The JSON of a proof. */
export interface ProofJson {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string | null }
  clientExtensionResults: object
}

const present = 1
const verified = 4
const withCredential = 64

/** A device that makes real passkeys and proofs, as a browser hands them to a page. */
export class Authenticator {
  #key: KeyObject
  #id = randomBytes(32)
  #cose: Buffer
  #model: Buffer
  /** Undefined: it counts nothing, as most devices do. */
  counter: number | undefined
  readonly origin: string

  constructor(origin: string, { model = Buffer.alloc(16), counts = false }: { model?: Buffer; counts?: boolean } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const point = (of: string) => Buffer.from(of, 'base64url')
    this.#cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      point(x),
      Buffer.from('225820', 'hex'),
      point(y),
    ])
    this.#key = privateKey
    this.#model = model
    this.origin = origin
    if (counts) this.counter = 0
  }

  get id(): string {
    return this.#id.toString('base64url')
  }

  /** A copy that counts on from where it is. */
  copy(): Authenticator {
    const copy = new Authenticator(this.origin)
    copy.#key = this.#key
    copy.#id = this.#id
    copy.#cose = this.#cose
    copy.#model = this.#model
    copy.counter = this.counter
    return copy
  }

  make(asked: Asked, differences: Differences = {}): MadePasskey & { clientExtensionResults: object } {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const credential = Buffer.concat([this.#model, length, this.#id, this.#cose])
    const data = this.#data(withCredential, asked, differences, credential)
    const size = Buffer.alloc(2)
    size.writeUInt16BE(data.length)
    // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR.
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex')
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#client('webauthn.create', asked, differences).toString('base64url'),
        attestationObject: Buffer.concat([head, size, data]).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
      clientExtensionResults: {},
    }
  }

  prove(asked: Asked, differences: Differences = {}): ProofJson {
    const client = this.#client('webauthn.get', asked, differences)
    const data = this.#data(0, asked, differences)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#key).toString('base64url'),
        userHandle: null,
      },
      clientExtensionResults: {},
    }
  }

  #client(type: string, { challenge }: Asked, { origin = this.origin, crossOrigin = false, ...other }: Differences) {
    return Buffer.from(JSON.stringify({ type, challenge: other.challenge ?? challenge, origin, crossOrigin }))
  }

  #data(flags: number, { rpId, rp }: Asked, differences: Differences, credential = Buffer.alloc(0)): Buffer {
    if (this.counter !== undefined) this.counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(differences.counter ?? this.counter ?? 0)
    const host = createHash('sha256')
      .update(differences.rpId ?? rpId ?? rp?.id ?? '')
      .digest()
    return Buffer.concat([host, Buffer.from([present | verified | flags]), count, credential])
  }
}
