import { currentUser } from '@papadag/contract/auth'
import { limits } from '@papadag/contract/limits'
import { type ClientFrame, closeCodes, type ServerFrame } from '@papadag/contract/live/frame'
import { socketTicket } from '@papadag/contract/live/live'
import { address } from '@papadag/contract/route'
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type CallError, call, tabId } from '../data/call.ts'
import { reads } from '../data/reads.ts'
import { screen } from '../screen/screen.ts'
import { createWatchers } from '../watchers.ts'

type LiveState = 'connecting' | 'connected' | 'disconnected'

// Random delays, so that clients do not all reconnect at once after a restart of the server.
const spread = { reconnectMs: 600, afterFailureMs: 1000, changeMs: 250 }
const patience = { failures: 10, factor: 1.5, maxMs: 30_000, openMs: 20_000 }

let state: LiveState = 'disconnected'
const states = createWatchers()

function become(next: LiveState) {
  if (state === next) return
  state = next
  states.tell()
}

/** Calls the watcher on every change of the connection's state; returns a function that stops it. */
export const watchLiveState = states.watch

/** The state of the live connection, for components. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(watchLiveState, liveState)
}

type Frame<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

const listeners = new Map<ServerFrame['type'], Set<(frame: never) => void>>()
let socketInUse: WebSocket | undefined

/** Calls the listener for every frame of a type, on this and later connections; returns a function that stops it. */
export function onFrame<T extends ServerFrame['type']>(type: T, listener: (frame: Frame<T>) => void): () => void {
  const heard = listeners.get(type) ?? new Set()
  listeners.set(type, heard.add(listener))
  return () => {
    heard.delete(listener)
  }
}

/** Sends a frame if the connection is authenticated; returns whether it did. */
export function sendFrame(frame: ClientFrame): boolean {
  if (state !== 'connected' || socketInUse?.readyState !== WebSocket.OPEN) return false
  socketInUse.send(JSON.stringify(frame))
  return true
}

/** The state of the live connection, for code outside components. */
export function liveState(): LiveState {
  return state
}

let giveUp = () => {}

/** Replaces a connection that no longer responds. */
export function doubtConnection() {
  if (state === 'connected') giveUp()
}

/** Opens the live connection and keeps it open; returns a function that closes it permanently. */
export function connectLive(userId: number): () => void {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let patienceTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let hasMissed = false
  let askedDelayMs: number | undefined
  let isOver = false
  const changes = collectChanges()
  const watching = watchReads((paths, readAgoMs) => send({ type: 'watch', paths, readAgoMs }))

  void open()
  return () => {
    isOver = true
    clearTimeout(timer)
    clearTimeout(patienceTimer)
    watching.stop()
    changes.stop()
    socket?.close()
    become('disconnected')
  }

  async function open() {
    become('connecting')
    const asked = await askForSocket(() => !isOver)
    if (isOver) return
    if (!asked) return comeBack(false)
    const { opening, token } = asked
    let hasOpened = false
    socket = opening
    socketInUse = opening
    opening.onopen = () => {
      hasOpened = true
      send({ type: 'authenticate', userId, token, tab: tabId })
    }
    opening.onmessage = ({ data }) => socket === opening && receive(data)
    // A dead connection fires `close` late or never, and so does one that a proxy drops silently.
    giveUp = () => {
      if (isOver || socket !== opening) return
      socket = undefined
      opening.close()
      comeBack(hasOpened)
    }
    clearTimeout(patienceTimer)
    patienceTimer = setTimeout(giveUp, patience.openMs)
    opening.onclose = ({ code }) => {
      if (isOver || socket !== opening) return
      noteEndOfSession(code)
      comeBack(hasOpened)
    }
  }

  function comeBack(hasOpened: boolean) {
    if (isOver) return
    clearTimeout(patienceTimer)
    watching.pause()
    become('disconnected')
    failures += 1
    hasMissed = true
    timer = setTimeout(open, askedDelayMs ?? delayAfter(hasOpened, failures))
    askedDelayMs = undefined
  }

  function receive(data: unknown) {
    // The server sends only frames of the contract.
    const frame = JSON.parse(String(data)) as ServerFrame
    switch (frame.type) {
      case 'authenticated':
        clearTimeout(patienceTimer)
        become('connected')
        watching.start()
        // The server keeps no missed changes: active reads are repeated now, the others when shown.
        if (hasMissed) void reads.invalidateQueries()
        hasMissed = false
        failures = 0
        break
      case 'changed':
        changes.add(frame.paths)
        return
      case 'retry':
        askedDelayMs = frame.afterMs
        socket?.close()
        return
    }
    tellListeners(frame)
  }

  function send(frame: object) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
}

/** A socket and the ticket that authenticates it; undefined if either was refused. */
async function askForSocket(isWanted: () => boolean) {
  try {
    const { token } = await call(socketTicket, {})
    if (!isWanted()) return undefined
    // Throws if a policy, an extension or the browser forbids sockets.
    return { token, opening: new WebSocket(new URL('/ws', location.href.replace(/^http/, 'ws'))) }
  } catch {
    return undefined
  }
}

/** The session has ended or belongs to another user, so the app checks again who is logged in. */
function noteEndOfSession(code: number) {
  if (code === closeCodes.unauthenticated || code === closeCodes.wrongUser) {
    void reads.invalidateQueries({ queryKey: [address(currentUser)] })
  }
}

function tellListeners(frame: ServerFrame) {
  // Listeners are stored by type.
  for (const listener of listeners.get(frame.type) ?? []) listener(frame as never)
}

/** 3 s after a connection closed, 5 s after one that never opened; up to 30 s if it keeps failing (safety S27). */
function delayAfter(hasOpened: boolean, failures: number) {
  const [base, extra] = hasOpened
    ? [limits.reconnectMs, spread.reconnectMs]
    : [screen.reconnectAfterFailureMs, spread.afterFailureMs]
  const grown = Math.min(base * patience.factor ** Math.max(0, failures - patience.failures), patience.maxMs)
  return base + Math.random() * (grown - base + extra)
}

/** Repeats the reads that changed, each once per batch and after a random delay. */
function collectChanges() {
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(paths: readonly string[]) {
      for (const path of paths) changed.add(path)
      timer ??= setTimeout(() => {
        const now = new Set(changed)
        changed.clear()
        timer = undefined
        void reads.invalidateQueries({ predicate: query => now.has(addressOf(query)) })
      }, Math.random() * spread.changeMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Tells the server which reads this tab holds, those on the screen first. A read beyond the limit is invalidated,
 * because the server will not report its changes.
 */
function watchReads(tell: (paths: string[], readAgoMs: number) => void) {
  let told = new Set<string>()
  let isScheduled = false
  let isOn = false
  const update = () => {
    isScheduled = false
    if (!isOn) return
    const held = reads
      .getQueryCache()
      .getAll()
      .filter(query => query.getObserversCount() > 0 || query.state.data !== undefined)
      .sort((a, b) => rank(b) - rank(a))
    const watched = held.slice(0, limits.watchedPaths)
    for (const query of held.slice(limits.watchedPaths)) if (!query.isActive()) query.invalidate()
    const paths = watched.map(addressOf)
    const added = watched.filter(query => !told.has(addressOf(query)))
    if (added.length === 0 && paths.length === told.size) return
    told = new Set(paths)
    // Changes since these were read have not been reported yet.
    const now = Date.now()
    const readAtMs = Math.min(now, ...added.map(({ state }) => state.dataUpdatedAt || now))
    tell(paths, now - readAtMs)
  }
  const unsubscribe = reads.getQueryCache().subscribe(({ type }) => {
    if (isScheduled || !isOn || type === 'observerResultsUpdated') return
    isScheduled = true
    queueMicrotask(update)
  })
  return {
    start() {
      isOn = true
      update()
    },
    pause() {
      isOn = false
      told = new Set()
    },
    stop: unsubscribe,
  }
}

type HeldRead = Query<unknown, CallError>

function rank(query: HeldRead) {
  return (query.isActive() ? Number.MAX_SAFE_INTEGER / 2 : 0) + query.state.dataUpdatedAt
}

function addressOf({ queryKey: [at] }: HeldRead): string {
  return typeof at === 'string' ? at : ''
}
