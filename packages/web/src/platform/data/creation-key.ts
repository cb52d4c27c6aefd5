import { useRef } from 'react'
import { randomId } from './random-id.ts'

/**
 * The key a creation is sent with. It stays the same while the content does, so that a double press or a retry after a
 * lost answer creates one thing; changed content gets a new key, since the server refuses other content under a key
 * it knows.
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
