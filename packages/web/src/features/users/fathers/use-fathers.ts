import { limits } from '@papadag/contract/limits'
import { users } from '@papadag/contract/users'
import { useRead } from '../../../platform/data/data.ts'
import { useGrowing, useKeptWanted } from '../../../platform/lists/growing-list.ts'

const step = 24
// Requesting one more than shown reveals whether there are more.
const most = limits.listItems - 1

/** The fathers whose name, city or bio contains the text, and a function to load more. */
export function useFathers(words: string) {
  const wanted = useKeptWanted(words, step)
  const { count } = wanted
  const read = useRead(users, { query: { ...(words && { q: words }), limit: count + 1 } })
  return useGrowing(read, { wanted, next: count + step, most, kind: 'fathers' })
}
