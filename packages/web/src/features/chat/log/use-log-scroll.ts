import { useEffect, useLayoutEffect, useState } from 'react'
import { useLiveState } from '../../../platform/live/live.ts'
import type { Chats, Place } from '../store/chats.ts'
import type { Conversation } from '../store/conversations.ts'
import { useLogPosition } from './use-log-position.ts'
import { useShownPart } from './use-shown-part.ts'

/**
 * Keeps the reader's position in a chat while messages are added before or after it, and follows the end when he is
 * there.
 */
export function useLogScroll(chats: Chats, chatId: number, conversation: Conversation, ownId: number) {
  const { messages, pending } = conversation
  const { places } = chats.view
  const position = useLogPosition(!places.has(chatId))
  const { log, isAtEnd, isPlaced, note, goToEnd, goToUnread, stay, scrolled } = position
  const { shown, firstShown, showEarlier, asked } = useShownPart(chats, chatId, conversation, position)
  const [seen, setSeen] = useState(0)
  const liveState = useLiveState()
  const last = messages.at(-1)
  const lastOwn = pending.at(-1)?.clientId

  const readToEnd = () => {
    if (!last || document.visibilityState !== 'visible' || !isAtEnd.current) return
    setSeen(last.seq)
    chats.markRead(chatId, last.seq)
  }

  // Sending a message scrolls to the end.
  useLayoutEffect(() => {
    if (lastOwn) isAtEnd.current = true
  }, [lastOwn, isAtEnd])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the messages shown change
  useLayoutEffect(() => {
    const element = log.current
    if (!element || !last) return
    if (!isPlaced.current) {
      isPlaced.current = true
      if (!goBack(element, places.get(chatId))) {
        goToEnd()
        goToUnread(element)
      }
      note()
      setSeen(last.seq)
    } else if (isAtEnd.current) goToEnd()
    readToEnd()
  }, [last?.seq, pending])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when more is shown above
  useLayoutEffect(stay, [firstShown])

  useEffect(() => {
    document.addEventListener('visibilitychange', readToEnd)
    return () => document.removeEventListener('visibilitychange', readToEnd)
  })

  // Repeats on each connection what the last one may have lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each new connection
  useEffect(() => {
    asked.current = undefined
    if (liveState === 'connected') readToEnd()
  }, [liveState])

  // At the top he cannot scroll further to request more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something has come above
  useEffect(showEarlier, [messages[0]?.seq, firstShown])

  const onScroll = () => {
    scrolled()
    readToEnd()
    if (log.current) keepPlace(places, chatId, log.current, isAtEnd.current)
    showEarlier()
  }

  const newCount =
    isAtEnd.current || seen === 0 ? 0 : messages.filter(({ seq, senderId }) => seq > seen && senderId !== ownId).length
  return {
    log,
    shown,
    newCount,
    onScroll,
    toEnd() {
      goToEnd()
      readToEnd()
    },
  }
}

function keepPlace(places: Map<number, Place>, chatId: number, log: HTMLElement, isAtEnd: boolean) {
  if (isAtEnd) return void places.delete(chatId)
  const top = [...log.querySelectorAll<HTMLElement>('[data-seq]')].find(
    ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > log.scrollTop,
  )
  if (top) places.set(chatId, { seq: Number(top.dataset.seq), belowPx: log.scrollTop - top.offsetTop })
}

function goBack(log: HTMLElement, place: Place | undefined) {
  const bubble = place && log.querySelector<HTMLElement>(`[data-seq="${place.seq}"]`)
  if (!bubble) return false
  log.scrollTop = bubble.offsetTop + place.belowPx
  return true
}
