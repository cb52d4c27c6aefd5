import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'

/** A command's question. */
export type Request =
  | { kind: 'enter'; secret: string }
  | { kind: 'rows' | 'run'; text: string; values: readonly unknown[] }
  | { kind: 'script'; text: string }
  | { kind: 'begin' | 'commit' | 'rollback' }
  | { kind: 'copy'; folder: string }

/** The server's replies, one per question. */
export type Answer =
  | { rows?: readonly unknown[]; affected?: number }
  | { error: { name: string; message: string; constraint?: string } }

/** Larger than any batch of an import. */
const longest = 256 * 1024 * 1024
/** The longest first message, which anybody may send: it contains a secret. */
const longestFirst = 1024

/**
 * Sends one message: its length in four bytes, then the message in Node's serialization, which preserves bytes and
 * dates.
 */
export function send(socket: Socket, message: Request | Answer): void {
  const body = serialize(message)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  socket.write(Buffer.concat([length, body]))
}

/**
 * The incoming messages, until the other side closes or disconnects. `isProven` tells whether it has presented the
 * secret: until then no more than that is stored or read.
 */
export async function* received<M extends Request | Answer>(
  socket: Socket,
  isProven: () => boolean = () => true,
): AsyncGenerator<M, undefined> {
  let bytes = Buffer.alloc(0)
  try {
    for await (const chunk of socket) {
      bytes = Buffer.concat([bytes, chunk])
      while (bytes.length >= 4) {
        const end = 4 + bytes.readUInt32BE()
        if (end > (isProven() ? longest : longestFirst)) return undefined
        if (bytes.length < end) break
        // Both sides run this version of Papadag.
        yield deserialize(bytes.subarray(4, end)) as M
        bytes = bytes.subarray(end)
      }
    }
  } catch {
    // Disconnected.
  }
  return undefined
}
