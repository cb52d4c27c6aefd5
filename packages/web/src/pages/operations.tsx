import { operations } from '@papadag/contract/operations/operations'
import { OperationsScreen } from '../features/operations/operations-screen.tsx'
import { useRead } from '../platform/data/data.ts'
import { useUser } from '../platform/session/session.ts'
import { Page as NotFound } from './not-found.tsx'

/** For operators; for others the page does not exist. */
export function Page() {
  const { isOperator = false } = useUser()
  const read = useRead(operations, {}, { enabled: isOperator })
  // The role may have been removed since he logged in.
  if (!isOperator || (read.error instanceof Error && 'status' in read.error && read.error.status === 404))
    return <NotFound />
  return <OperationsScreen read={read} />
}
