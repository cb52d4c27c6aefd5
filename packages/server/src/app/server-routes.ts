import { alive, apiDocument, health } from '@papadag/contract/operations/health'
import type { Db } from '../platform/db/db.ts'
import { openApi } from '../platform/http/openapi/openapi.ts'
import { type Served, serve } from '../platform/http/serve.ts'
import { Problem } from '../platform/problem.ts'

export interface ProbeParts {
  db: Db
  isLeaving(): boolean
  hasNoRoom(): boolean
}

/** Health checks for proxies and operators: whether this process runs, and whether it can serve. */
export function probeRoutes({ db, isLeaving, hasNoRoom }: ProbeParts): Served[] {
  let pinging: Promise<void> | undefined
  /** Shares one query between all requests at the same moment, since anybody may ask as often as he likes. */
  const ping = () => {
    pinging ??= db.ping().finally(() => {
      pinging = undefined
    })
    return pinging
  }
  return [
    serve(alive, { isProbe: true }, async () => ({ status: 'ok' as const })),
    serve(health, { isProbe: true }, async () => {
      if (isLeaving()) throw new Problem('server.unavailable', { also: { status: 'stopping' } })
      await ping().catch(() => {
        throw new Problem('server.unavailable', { also: { status: 'unavailable' } })
      })
      if (hasNoRoom()) throw new Problem('server.full', { also: { status: 'full' } })
      return { status: 'ok' as const }
    }),
  ]
}

/** These routes and the one that documents them all, itself included. */
export function withDocument(served: readonly Served[]): Served[] {
  let document: ReturnType<typeof openApi> | undefined
  const routes = [...served.map(({ route }) => route), apiDocument]
  return [...served, serve(apiDocument, async () => (document ??= openApi(routes)))]
}
