import { createContext, use } from 'react'
import type { Chats } from './chats.ts'

/** The chats of the logged-in user; undefined until their code has loaded. */
export const ChatState = createContext<Chats | undefined>(undefined)

export const useChatState = () => use(ChatState)
