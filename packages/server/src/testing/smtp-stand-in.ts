import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * How the server treats the next mails: accepts them, defers them (451), refuses their address, text or sender (550), never
 * answers, or takes no connection.
 */
type Mood = 'well' | 'busy' | 'refusing' | 'refusingText' | 'refusingSender' | 'silent' | 'gone'

export interface ReceivedMail {
  from: string
  to: string[]
  headers: ReadonlyMap<string, string>
  /** The mail as received. */
  source: string
  text: string
  html: string
  /** The target of its link. */
  link: URL
}

export interface SmtpStandIn {
  url: string
  mails: ReceivedMail[]
  /** How many mails were offered, including refused ones. */
  tries: number
  mood: Mood
  /** Waits for the next mail to this address; returns each mail once. */
  mailTo(address: string): Promise<ReceivedMail>
  close(): Promise<void>
}

/** An SMTP server on this machine that stores mails, and fails when a test asks. */
export async function startSmtpStandIn(): Promise<SmtpStandIn> {
  const sockets = new Set<Socket>()
  const given = new Set<ReceivedMail>()
  const watchers = new Set<() => void>()

  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (standIn.mood === 'gone') return void socket.destroy()
    let from = ''
    let to: string[] = []
    let data: string[] | undefined
    const reply = (line: string) => socket.write(`${line}\r\n`)
    reply('220 stand-in')
    createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', line => {
      if (data) {
        if (line !== '.') return void data.push(line.replace(/^\./, ''))
        if (standIn.mood === 'refusingText') {
          data = undefined
          return reply('554 not that')
        }
        standIn.mails.push(readMail(from, to, data.join('\n')))
        data = undefined
        reply('250 kept')
        for (const watcher of watchers) watcher()
        return
      }
      const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
      switch (line.slice(0, 4).toUpperCase()) {
        case 'EHLO':
        case 'HELO':
          return reply('250 stand-in')
        case 'MAIL':
          standIn.tries += 1
          if (standIn.mood === 'silent') return
          if (standIn.mood === 'busy') return reply('451 not now')
          if (standIn.mood === 'refusingSender') return reply(`550 nobody here knows ${address}`)
          from = address
          to = []
          return reply('250 ok')
        case 'RCPT':
          if (standIn.mood === 'refusing') return reply(`550 nobody here knows ${address}`)
          to.push(address)
          return reply('250 ok')
        case 'DATA':
          data = []
          return reply('354 go on')
        case 'QUIT':
          return socket.end('221 bye\r\n')
        default:
          return reply('250 ok')
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  const standIn: SmtpStandIn = {
    // Listening on a port: the address is not a pipe's name.
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    tries: 0,
    mood: 'well',
    mailTo(address) {
      return new Promise(resolve => {
        function look() {
          const found = standIn.mails.find(mail => mail.to.includes(address) && !given.has(mail))
          if (!found) return
          given.add(found)
          watchers.delete(look)
          resolve(found)
        }
        watchers.add(look)
        look()
      })
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
  return standIn
}

/** Parses a mail of two parts, plain text and HTML, as the product sends it. */
function readMail(from: string, to: string[], source: string): ReceivedMail {
  const { headers, body } = readPart(source)
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? []
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map(part => decode(readPart(part.replace(/^\n/, ''))))
  const [text = '', html = ''] = parts
  const [href = 'about:blank'] = /https?:\S+/.exec(text) ?? []
  return { from, to: [...to], headers, source, text, html, link: new URL(href) }
}

type Part = { headers: Map<string, string>; body: string }

function readPart(source: string): Part {
  const end = source.indexOf('\n\n')
  const lines = source
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = new Map(
    lines.map(line => [line.split(':')[0]?.toLowerCase() ?? '', readWords(line.replace(/^[^:]*: ?/, ''))]),
  )
  return { headers, body: source.slice(end + 2) }
}

/** Decodes a header, in which text other than ASCII is in encoded words. */
function readWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : readQuoted(word.replaceAll('_', ' ')),
    )
}

function readQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function decode({ headers, body }: Part): string {
  switch (headers.get('content-transfer-encoding')) {
    case 'base64':
      return Buffer.from(body, 'base64').toString()
    case 'quoted-printable':
      return readQuoted(body.replace(/=\n/g, ''))
    default:
      return body
  }
}
