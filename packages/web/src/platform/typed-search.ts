import { useEffect, useRef, useState } from 'react'
import { navigate } from './navigation.tsx'

const typingPauseMs = 250

/**
 * What stands in a search field whose words are in the address. The address follows when he stops typing; back and
 * reload bring it here again. No address: it waits.
 */
export function useTypedSearch(words: string, addressOf: (words: string) => string | undefined) {
  const [typed, setTyped] = useState(words)
  const sent = useRef(words)
  useEffect(() => {
    if (words === sent.current) return
    sent.current = words
    setTyped(words)
  }, [words])
  const wanted = typed.trim()
  const address = addressOf(wanted)
  useEffect(() => {
    if (wanted === sent.current || address === undefined) return
    const timer = setTimeout(
      () => {
        sent.current = wanted
        navigate(address, { replace: true })
      },
      // What is cleared is cleared at once.
      wanted === '' ? 0 : typingPauseMs,
    )
    return () => clearTimeout(timer)
  }, [wanted, address])
  return [typed, setTyped] as const
}
