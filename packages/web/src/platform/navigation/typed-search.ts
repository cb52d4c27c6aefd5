import { useEffect, useRef, useState } from 'react'
import { navigate } from './navigation.tsx'

const typingPauseMs = 250

/**
 * The text of a search field whose query is in the address. The address follows when typing pauses; Back and reload
 * restore the text. Without an address it waits.
 */
export function useTypedSearch(words: string, addressOf: (words: string) => string | undefined) {
  const { typed, setTyped, sent } = useTypedWords(words)
  const wanted = typed.trim()
  const address = addressOf(wanted)
  useEffect(() => {
    if (wanted === sent.current || address === undefined) return
    const timer = setTimeout(
      () => {
        sent.current = wanted
        navigate(address, { replace: true })
      },
      // Clearing takes effect immediately.
      wanted === '' ? 0 : typingPauseMs,
    )
    return () => clearTimeout(timer)
  }, [wanted, address, sent])
  return [typed, setTyped] as const
}

/** The text of a search field; words that others put in the address replace it, those he `sent` do not. */
export function useTypedWords(words: string) {
  const [typed, setTyped] = useState(words)
  const sent = useRef(words)
  useEffect(() => {
    if (words === sent.current) return
    sent.current = words
    setTyped(words)
  }, [words])
  return { typed, setTyped, sent }
}
