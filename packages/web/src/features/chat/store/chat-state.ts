import { createContext, use } from 'react'
import type { Chats } from './chats.ts'

/** The chats of the signed-in user; undefined until their code has arrived. */
export const ChatState = createContext<Chats | undefined>(undefined)

export const useChatState = () => use(ChatState)
