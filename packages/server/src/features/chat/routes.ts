import * as contract from '@papadag/contract/chat'
import { chatsStarted, chatsStartedByNewcomer } from '../../domain/chats/reach.ts'
import { reactionsOfThing } from '../../domain/chats/reactions.ts'
import { mustNotHaveDeclined } from '../../domain/playdates/declines.ts'
import { noteInvited } from '../../domain/playdates/invited-in-chat.ts'
import { mustMayInvite } from '../../domain/playdates/inviting.ts'
import { numberIn } from '../../platform/http/paging.ts'
import { type Allow, type Call, type Served, serve } from '../../platform/http/serve.ts'
import type { RateLimiter } from '../../platform/rate-limits.ts'
import type { ChatLine } from './chat.ts'
import * as commands from './commands.ts'
import { messagesSent } from './live.ts'
import * as queries from './queries.ts'
import { reacted, reactions, seqIn, setReaction } from './reactions/reactions.ts'
import { inviteByLink, mayHaveInvitation } from './sending/invitation-links.ts'
import { forSender } from './sending/mailbox.ts'

const isMember: Allow<typeof contract.chatMessages> = ({ db, params, member }) =>
  queries.mustBeIn(db, params.id, member.id)

const showsReactions = ({ params }: { params: { id: number } }) => ({ things: [reactionsOfThing(params.id)] })

type Reading = Pick<Call<typeof contract.oneChat>, 'db' | 'member' | 'language'>

interface Parts {
  line: ChatLine
  limiter: RateLimiter
  retentionDays: number
  isLimited: boolean
}

export const chatRoutes = (parts: Parts): Served[] => [...routesOfChats(parts), ...routesOfMessages(parts)]

function routesOfChats({ limiter, retentionDays, isLimited }: Parts): Served[] {
  const shown = ({ db, member, language }: Reading, id: number) =>
    queries.byId(db, id, { id: member.id, language, isLimited }, retentionDays)

  return [
    serve(contract.chats, ({ db, member, language, page }) =>
      queries.listed(db, { id: member.id, language, isLimited }, retentionDays, page),
    ),
    serve(contract.oneChat, call => shown(call, call.params.id)),
    serve(contract.threadOf, { shows: ({ db, params }) => queries.thingsOfThread(db, params.id) }, async call =>
      shown(call, await commands.openThread(call.db, call.params.id, call.member.id)),
    ),
    serve(contract.startChat, { limit: chatsStarted, again: shown }, async call => {
      const { id, isNew } = await commands.start(call.db, call.member.id, call.body.participants, () =>
        limiter.consume(chatsStartedByNewcomer, call.member.id),
      )
      if (!isNew) call.answerWith(200)
      return shown(call, id)
    }),
    serve(
      contract.answerRequest,
      { allow: ({ db, params, member }) => queries.mustBeIn(db, params.id, member.id) },
      async call => {
        await commands.answerRequest(call.db, call.params.id, call.member.id, call.body.accept)
        return shown(call, call.params.id)
      },
    ),
  ]
}

function routesOfMessages({ line, retentionDays }: Parts): Served[] {
  return [
    serve(
      contract.chatMessages,
      { allow: isMember, shows: showsReactions },
      async ({ db, params, query, member, page }) => {
        const { afterSeq, before } = query
        const from = numberIn(page)
        // Pages continue in the requested direction: forward from a number, else backward from the last message.
        const wanted = afterSeq === undefined ? { before: from ?? before } : { afterSeq: from ?? afterSeq, before }
        const part = { ...wanted, limit: page.limit }
        const { messages, hasMore } = await queries.messages(db, params.id, part, member.id, retentionDays)
        const edge = messages.at(afterSeq === undefined ? 0 : -1)
        if (hasMore && edge) page.more(String(edge.seq))
        return messages
      },
    ),
    serve(
      contract.sendMessage,
      // The statement that stores a message also refuses hidden senders and those who are not in the chat.
      { limit: messagesSent, refusesHidden: true, isNamed: true },
      async ({ db, params, body, member, nameFor }) => {
        const { content, asksTo, announcement: isAnnouncement = false, replyTo = null, playdateId = null } = body
        if (asksTo !== undefined)
          await db.transaction(async tx => {
            await mustMayInvite(tx, asksTo, member.id)
            await mustNotHaveDeclined(tx, asksTo, params.id, member.id)
          })
        const clientId = await nameFor(body.clientId)
        const stored = await line.mailbox.put({
          chatId: params.id,
          senderId: member.id,
          content,
          clientId,
          isAnnouncement,
          replyTo,
          playdateId,
        })
        // Done only now, since somebody who cannot write to him cannot invite him to a playdate either. A repeat makes
        // up for a crash.
        if (asksTo !== undefined) await db.transaction(tx => noteInvited(tx, asksTo, stored))
        else if (mayHaveInvitation(content)) await inviteByLink(db, stored)
        return forSender(stored)
      },
    ),
    serve(contract.chatReactions, { allow: isMember, shows: showsReactions }, ({ db, params, member }) =>
      reactions(db, params.id, member.id, retentionDays),
    ),
    serve(contract.react, { limit: reacted }, ({ db, params, body, member }) =>
      setReaction(db, { chatId: params.id, seq: seqIn(params), ...body, retentionDays }, member.id, true),
    ),
    serve(contract.takeReactionBack, { limit: reacted }, ({ db, params, body, member }) =>
      setReaction(db, { chatId: params.id, seq: seqIn(params), ...body, retentionDays }, member.id, false),
    ),
  ]
}
