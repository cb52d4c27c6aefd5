import { QueryClient } from '@tanstack/react-query'
import type { CallError } from './call.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
  }
}

/** The cache of all reads, by address. It never polls, refetches, expires or retries on its own; specification 9. */
export const reads = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      // A screen that is shown again refetches only invalidated reads.
      refetchOnMount: true,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      // Offline a read fails at once instead of pausing.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
