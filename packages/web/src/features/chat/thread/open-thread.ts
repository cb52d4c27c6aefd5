import { threadOf } from '@papadag/contract/chat'
import { readOf } from '../../../platform/data/data.ts'
import { reads } from '../../../platform/data/reads.ts'
import { navigate } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** Opens the chat of a playdate, which begins when somebody opens it. */
export async function openThread(playdateId: number) {
  const { id } = await reads.fetchQuery(readOf(threadOf, { params: { id: playdateId } }))
  navigate(pathTo('chat', { id }))
}
