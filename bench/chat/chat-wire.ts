import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const [text, ping, pong] = [1, 9, 10]
const [shortLength, longLength] = [126, 127]
/** A buffer shared by all sockets: each read is handed over before the next one. */
const readInto = Buffer.allocUnsafe(65_536)

/**
 * The client's side of a WebSocket, on a bare socket: on two cores a client that costs as much as the server would
 * measure itself. It masks with zeros, which costs neither side anything.
 */
export interface Wire {
  socket: Socket
  send(frame: string): void
}

/** Opens one; `onText` gets the bytes of each text frame. Rejects if the server refuses it. */
export async function openWire(
  url: string,
  headers: Record<string, string>,
  onText: (bytes: Buffer, wire: Wire) => void,
): Promise<Wire> {
  const { hostname, port, pathname, search } = new URL(url)
  let read = (_bytes: Buffer) => {}
  const onread = {
    buffer: readInto,
    callback(length: number) {
      read(readInto.subarray(0, length))
      return true
    },
  }
  const socket = connect({ port: Number(port), host: hostname, onread }).setNoDelay()
  await once(socket, 'connect')
  const lines = Object.entries({
    Host: `${hostname}:${port}`,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const wire: Wire = { socket, send: frame => void socket.write(masked(text, frame)) }

  const opened = Promise.withResolvers<Wire>()
  let isOpen = false
  let rest: Buffer = Buffer.alloc(0)
  read = chunk => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (!isOpen) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = rest.toString('latin1', 0, end)
      if (!head.startsWith('HTTP/1.1 101')) return opened.reject(new Error(head))
      isOpen = true
      rest = rest.subarray(end + 4)
      opened.resolve(wire)
    }
    for (let frame = firstFrame(rest); frame; frame = firstFrame(rest)) {
      rest = rest.subarray(frame.end)
      if (frame.kind === text) onText(frame.bytes, wire)
      else if (frame.kind === ping) socket.write(masked(pong, frame.bytes.toString('latin1')))
    }
    if (rest.length > 0 && rest.buffer === readInto.buffer) rest = Buffer.from(rest)
  }
  socket.on('error', opened.reject)
  socket.on('close', () => opened.reject(new Error('the server closed the connection')))
  return opened.promise
}

/** The texts sent here are Latin-1 without accents, so each character is one byte. */
function masked(kind: number, content: string): Buffer {
  const isShort = content.length < shortLength
  const head = isShort ? 2 : 4
  const frame = Buffer.allocUnsafe(head + 4 + content.length)
  frame[0] = 0x80 | kind
  frame[1] = 0x80 | (isShort ? content.length : shortLength)
  if (!isShort) frame.writeUInt16BE(content.length, 2)
  frame.fill(0, head, head + 4)
  frame.write(content, head + 4, 'latin1')
  return frame
}

/** The first frame of these bytes, if it is complete. */
function firstFrame(bytes: Buffer) {
  if (bytes.length < 2) return undefined
  const length = (bytes[1] ?? 0) & 0x7f
  const head = length === longLength ? 10 : length === shortLength ? 4 : 2
  if (bytes.length < head) return undefined
  const size = head === 2 ? length : head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const end = head + size
  if (bytes.length < end) return undefined
  return { kind: (bytes[0] ?? 0) & 0x0f, bytes: bytes.subarray(head, end), end }
}
