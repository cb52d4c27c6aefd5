import type { Input, Reply, Route } from '@papadag/contract/route'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { readOf } from './data.ts'

export type Reading<R extends Route> = Reply<R> | 'failed' | undefined

/** A route's replies for each of these inputs: `failed` if it cannot be read, undefined while loading. */
export function useReads<R extends Route>(route: R, inputs: readonly Input<R>[]): Reading<R>[] {
  return useQueries({
    queries: inputs.map(input => readOf<R, false>(route, input)),
    combine: readingsIn<Reply<R>>,
  })
}

function readingsIn<T>(results: UseQueryResult<T>[]) {
  return results.map(({ data, isError }) => data ?? (isError ? ('failed' as const) : undefined))
}
