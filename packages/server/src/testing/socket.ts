import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Client } from './client.ts'

/** A screen's socket, which stores received frames. */
export function openSocket(client: Client, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${client.origin.replace('http', 'ws')}/ws`, {
    headers: { cookie: client.cookieHeader(), ...headers },
  })
  onTestFinished(() => socket.terminate())
  const frames: { type: string; [field: string]: unknown }[] = []
  let wake: () => void = () => {}
  let closed: number | undefined
  socket.on('message', data => {
    frames.push(JSON.parse(String(data)))
    wake()
  })
  socket.on('open', () => wake())
  socket.on('close', code => {
    closed = code
    wake()
  })
  socket.on('unexpected-response', (_request, response) => {
    closed = response.statusCode
    wake()
  })
  socket.on('error', () => {})

  async function until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }
  return {
    socket,
    frames,
    until,
    opened: () => until(() => (socket.readyState === WebSocket.OPEN ? true : closed === undefined ? undefined : false)),
    send: (frame: object | string) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    frame: (type: string, after = 0) => until(() => frames.slice(after).find(frame => frame.type === type)),
    closed: () => until(() => closed),
  }
}

/** Opens an authenticated socket. */
export async function connect(client: Client & { id: number }, tab = 'a tab') {
  const screen = openSocket(client)
  await screen.opened()
  screen.send({ type: 'authenticate', userId: client.id, token: '{token}', tab })
  await screen.frame('authenticated')
  return screen
}
