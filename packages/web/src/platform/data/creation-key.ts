import { useRef } from 'react'
import { randomId } from './random-id.ts'

/**
 * The key with which a creation is sent. It stays the same as long as the content does, so that a double click or a
 * retry after a lost reply creates one thing; changed content gets a new key, since the server refuses different
 * content under a known key.
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
