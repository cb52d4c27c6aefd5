import { useRef } from 'react'
import { randomId } from './random-id.ts'

/**
 * The key a creation is sent with: the same as long as it says the same, so that pressing twice, or again after a lost
 * answer, makes one; another one for what was corrected meanwhile, which the server would not look at otherwise.
 */
export function useCreationKey() {
  const last = useRef<{ text: string; file: unknown; key: string }>(undefined)
  return (input: object) => {
    const text = JSON.stringify(input)
    const file = 'file' in input ? input.file : undefined
    if (last.current?.text !== text || last.current.file !== file) last.current = { text, file, key: randomId() }
    return last.current.key
  }
}
