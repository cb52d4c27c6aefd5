import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { readsTouchedBy } from '@papadag/contract/live/touches'
import { address, type Input, isTouched, methodAndPath, type Reply, type Route } from '@papadag/contract/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isOffline } from '../browser/network.ts'
import { readCookie } from '../browser/storage.ts'
import { aheadIn } from '../language/formats.ts'
import { type Text, translate } from '../language/translate.ts'
import { errorTitle, type Notice, noConnection, noCookies, notify } from '../screen/notices.ts'
import { CallError, call, crossSiteCookie } from './call.ts'
import { reads } from './reads.ts'
import { unsentWrites } from './unsent-writes.ts'

export type ReadOptions<E extends boolean = boolean> = {
  /** False: do not request it yet. */
  enabled?: boolean
  /** For a visitor, 401 is a valid reply: null. */
  emptyOn401?: E
}

/** Reads a route; components with the same input share one request. */
export function useRead<R extends Route, E extends boolean = false>(
  route: R,
  input: Input<R>,
  options: ReadOptions<E> = {},
) {
  return useQuery({ ...readOf(route, input, options.emptyOn401), enabled: options.enabled ?? true })
}

/** Starts a read before its screen has loaded; resolves when it has succeeded or failed. */
export function prefetch<R extends Route>(route: R, input: Input<R>, emptyOn401 = false): Promise<void> {
  return reads.prefetchQuery(readOf(route, input, emptyOn401))
}

/** Starts the reads that the page's HTML has requested already; resolves when all have succeeded or failed. */
export async function prefetchHinted(): Promise<void> {
  // He has logged out, of which the server does not know yet.
  if (reads.getQueryData(['/api/user']) === null) return
  const started = Array.from(document.querySelectorAll<HTMLLinkElement>('link[as=fetch]'), ({ href }) =>
    prefetch({ at: `GET ${href.slice(location.origin.length) as `/${string}`}`, access: 'member' } as Route, {}),
  )
  await Promise.all(started)
}

export function readOf<R extends Route, E extends boolean = false>(route: R, input: Input<R>, emptyOn401?: E) {
  return {
    queryKey: [addressOf(route, input)],
    queryFn: async (): Promise<Reply<R> | (E extends true ? null : never)> => {
      try {
        return await call(route, input)
      } catch (error) {
        // The type has null exactly when `emptyOn401` is true, which the compiler cannot see.
        if (emptyOn401 && error instanceof CallError && error.status === 401) return null as never
        const kept = isWithoutNetwork(error) && (await findKept(addressOf(route, input)))
        // An earlier reply of the same route.
        if (kept) return kept.answer as Reply<R>
        throw error
      }
    },
  }
}

function isWithoutNetwork(error: unknown) {
  return error instanceof CallError && error.status === 0
}

type ReadKept = (at: string) => Promise<{ answer: unknown } | undefined>
let readKept: ReadKept | undefined

/** Says where reads find their last reply without a network. */
export function readOfflineFrom(kept: ReadKept) {
  readKept = kept
}

/** Fails where nothing is stored, for instance without the service worker that stores its code. */
const findKept: ReadKept = async at => readKept?.(at).catch(() => undefined)

function addressOf<R extends Route>(route: R, input: Input<R>) {
  return address(route, input as object) // its parts are checked where the input was given
}

/** The toast for a failure: a sentence under 'Error', a title and a sentence, or a title and the server's sentence. */
export type Failure =
  | MessageDescriptor
  | { title: MessageDescriptor; description: Text }
  | { title: MessageDescriptor; serverTextOr: MessageDescriptor }

export type Outcome<R extends Route> = {
  /** The toast for a success. */
  done?:
    | MessageDescriptor
    | Omit<Notice, 'tone'>
    | ((reply: Reply<R>, input: Input<R>) => MessageDescriptor | Omit<Notice, 'tone'> | undefined)
  /** The destructive toast; without it a failure is silent, for screens that show it in place. */
  failed?: Failure | ((error: CallError) => Failure | undefined)
  onDone?: (reply: Reply<R>, input: Input<R>) => void
  onFailed?: (error: CallError) => void
  /** Queues the write if there is no network, and shows its result immediately. */
  whenOffline?: (input: Input<R>) => Promise<unknown>
  /** Makes a repeated request create only one thing; see `useCreationKey`. */
  idempotencyKey?: R extends { repeats: 'key' } ? (input: Input<R>) => string : undefined
}

/** Writes, shows a toast and repeats the reads that the route touches. It is pending until those have arrived. */
export function useWrite<R extends Route>(route: R, outcome: Outcome<R> = {}) {
  const { done, failed, onDone, onFailed, whenOffline, idempotencyKey } = outcome
  return useMutation<Reply<R>, CallError, Input<R>>({
    mutationFn: input => {
      // A queued write for the same address must go first, so this one is queued too.
      if (whenOffline && unsentWrites.get().includes(addressOf(route, input))) throw new CallError(0, '', 'waiting')
      // The concrete route type is unknown here, so the kind of key is asserted.
      const keyFor = idempotencyKey as ((input: Input<R>) => string) | undefined
      return call(route, input, { idempotencyKey: keyFor?.(input) })
    },
    onSuccess(reply, input) {
      const before = updatesOfReads()
      const said = typeof done === 'function' ? done(reply, input) : done
      if (said) notify({ icon: 'check', ...('title' in said ? said : { title: said }) })
      onDone?.(reply, input)
      return readAgain(route, input, before)
    },
    onError(error, input) {
      if (whenOffline && isWithoutNetwork(error)) return whenOffline(input)
      const before = updatesOfReads()
      const failure = typeof failed === 'function' ? failed(error) : failed
      if (failure) notify({ ...wordsOf(failure, error), tone: 'destructive' })
      onFailed?.(error)
      // The server may have done it anyway.
      if (!isOffline() && (isWithoutNetwork(error) || error.status >= 500)) void readAgain(route, input, before)
      return undefined
    },
  })
}

function wordsOf(failure: Failure, error: CallError): Omit<Notice, 'tone'> {
  if (!('title' in failure)) return { title: errorTitle, description: withReason(failure, error) }
  if ('description' in failure) return { title: failure.title, description: withReason(failure.description, error) }
  return { title: failure.title, description: reasonOf(error) ?? withReason(failure.serverTextOr, error) }
}

/** Adds that there is no connection if that is the cause. */
function withReason(text: Text, error: CallError): Text {
  const isSaid = typeof text !== 'string' && text.id === noConnection.id
  return isWithoutNetwork(error) && isOffline() && !isSaid ? `${translate(text)} ${translate(noConnection)}` : text
}

/** The server's sentence for a failure, when to try again after too many requests, or that this browser keeps no cookies. */
export function reasonOf({ code, sentence, retryAfterS }: CallError): Text | undefined {
  if (code === 'request.crossSite' && !readCookie(crossSiteCookie)) return noCookies
  if (retryAfterS === undefined || code !== 'request.tooOften') return sentence
  const [value, unit] =
    retryAfterS < 60 ? ([retryAfterS, 'second'] as const) : ([Math.ceil(retryAfterS / 60), 'minute'] as const)
  const when = aheadIn(i18n.locale, value, unit)
  return msg`Not so fast. Please try again ${when}.`
}

/** The reads that a write makes stale for its author. */
export function touchedBy({ touches = [], touchesOwn = [] }: Route): string[] {
  return [...readsTouchedBy(touches), ...touchesOwn]
}

function updatesOfReads() {
  const all = reads.getQueryCache().getAll()
  return new Map(all.map(({ queryHash, state }) => [queryHash, state.dataUpdateCount]))
}

function readAgain<R extends Route>(route: R, input: Input<R>, before: Map<string, number>) {
  const touched = touchedBy(route)
  // The screen of something just deleted is still closing, and reading it would fail.
  const gone = methodAndPath(route.at).method === 'DELETE' ? addressOf(route, input) : undefined
  return reads.invalidateQueries({
    predicate: ({ queryKey: [at], queryHash, state }) => {
      // The outcome has already updated or started this read.
      if (before.get(queryHash) !== state.dataUpdateCount) return false
      return typeof at === 'string' && at !== gone && isTouched(at, touched)
    },
  })
}
